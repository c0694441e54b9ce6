// Who may call what: the table of roles, written down here a second time, against every operation there is.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { services } from '#contract/all.ts';
import type { May, Operation } from '#contract/lib/service.ts';
import { type BuiltEmployee, buildBusiness, buildEmployee, signIn } from '#server/testing/build.ts';
import { testHouse } from '#server/testing/house.ts';

/** By service and operation as on the wire; what is not written here fails. */
const table: Record<string, May> = {
  'home/GetPlanDetails': 'anyone',
  'home/Search': 'anyone',
  'home/SearchByGeoLocation': 'anyone',
  'home/Feedback': 'anyone',
  'publiccalendars/GetProfile': 'anyone',
  'publiccalendars/GetEvents': 'anyone',
  'publiccalendars/GetSlots': 'anyone',
  'publiccalendars/GetFirstFree': 'anyone',
  'publiccalendars/InsertEvent': 'anyone',
  'publiccalendars/ConfirmEvent': 'anyone',
  'publiccalendars/DeleteEvent': 'anyone',
  'publiccalendars/GetAppointment': 'anyone',
  'publiccalendars/ProcessAppointment': 'anyone',
  'publiccalendars/GetCalendarEntry': 'anyone',
  'banners/GetActive': 'anyone',
  'banners/Visit': 'anyone',
  'geolocations/GetDefault': 'anyone',
  'geolocations/Search': 'anyone',
  'geolocations/Reverse': 'anyone',
  'geolocations/Insert': 'admin',
  'application/TermsAndConditions': 'anyone',
  'application/CookiesPolicy': 'anyone',
  'application/PrivacyPolicy': 'anyone',
  'application/GetCurrentLanguage': 'anyone',
  'application/SetCurrentLanguage': 'anyone',
  'application/GetAllLanguages': 'anyone',
  'application/GetCurrentLocale': 'anyone',
  'application/GetCaptchaKey': 'anyone',
  'application/GetCaptchaChallenge': 'anyone',
  'application/Setup': 'anyone',
  'application/CanSetup': 'anyone',
  'application/GetFileSettings': 'user',
  'application/GetImageSettings': 'user',
  'application/GetMenu': 'user',
  'application/GetPublicCalendarEventLength': 'anyone',
  'application/SendFeedback': 'user',
  'user/Authenticate': 'anyone',
  'user/AuthenticateWithRememberMe': 'anyone',
  'user/Create': 'anyone',
  'user/SendVerification': 'user',
  'user/Verify': 'anyone',
  'user/ResetPassword': 'anyone',
  'user/SetPassword': 'anyone',
  'user/ChangePassword': 'user',
  'user/Invite': 'anyone',
  'user/AcceptInvitation': 'anyone',
  'company/users/Invite': 'admin',
  'user/LogOut': 'anyone',
  'user/IsAuthenticated': 'anyone',
  'user/GetCurrent': 'user',
  'calendars/GetAllCalendars': 'user',
  'calendars/GetCalendarEvents': 'user',
  'calendars/InsertEvent': 'user',
  'calendars/UpdateEvent': 'user',
  'calendars/DeleteEvent': 'user',
  'calendars/SendSmsNotification': 'user',
  'calendars/SendEmailNotification': 'user',
  'calendars/GetChanges': 'user',
  'company/companies/Get': 'admin',
  'company/companies/Update': 'admin',
  'company/companies/UpdateGeoLocation': 'admin',
  'system/menuitems/GetAll': 'sys',
  'system/menuitems/GetPages': 'sys',
  'system/menuitems/Insert': 'sys',
  'system/menuitems/Update': 'sys',
  'system/menuitems/Delete': 'sys',
  'user/SetTermsAndConditionsAgreed': 'user',
  'user/SetPrivacyPolicyAgreed': 'user',
  'user/DownloadData': 'user',
  'user/DeleteAccount': 'user',
  'reminders/GetByCreatedAndUser': 'user',
  'reminders/GetPaginatedByCreatedAndUser': 'user',
  'reminders/Visited': 'user',
  'reminders/AllVisited': 'user',
  'searches/GetById': 'user',
  'searches/GetPaginated': 'user',
  'file/UploadFile': 'user',
  'file/UploadImage': 'user',
  'system/jobs/GetAll': 'sys',
  'system/jobs/Update': 'sys',
  'system/jobs/RunNow': 'sys',
  'file/DownloadFile': 'anyone',
  'image/:id/Get/:width/:height': 'anyone',
  // Whole lists.
  'company/locations/*': 'admin',
  'system/actions/*': 'sys',
  'system/banners/*': 'sys',
  'system/companies/*': 'sys',
  'system/fileuploads/*': 'sys',
  'system/groups/*': 'sys',
  'system/languages/*': 'sys',
  'system/pages/*': 'sys',
  'system/systemlogs/*': 'sys',
  'system/useraudits/*': 'sys',
  'system/dataaudits/*': 'sys',
  'system/tablesettings/*': 'sys',
};

/** Who passes the door of which kind. */
const passes: Record<string, readonly May[]> = {
  nobody: ['anyone'],
  expired: ['anyone'],
  user: ['anyone', 'user'],
  lcladmin: ['anyone', 'user', 'lcladmin'],
  admin: ['anyone', 'user', 'lcladmin', 'admin'],
  'admin of another company': ['anyone', 'user', 'lcladmin', 'admin'],
  sys: ['anyone', 'user', 'lcladmin', 'admin', 'sys'],
  'somebody with an action that means nothing': ['anyone', 'user'],
};

const operations = Object.values(services).flatMap((service) => Object.values<Operation>(service));

test('every operation is in the table, with the kind of caller that it declares', () => {
  const nameOf = (path: string) => {
    const name = path.replace(/^api\//, '');
    const list = name.replace(/[^/]+$/, '*');
    return name in table || !(list in table) ? name : list;
  };
  for (const { path, may } of operations) assert.equal(may, table[nameOf(path)], path);
  assert.deepEqual([...new Set(operations.map(({ path }) => nameOf(path)))].sort(), Object.keys(table).sort());
});

test('every operation lets in by every method exactly those whom the table lets in', async () => {
  await using house = await testHouse();
  const { location, employee: admin } = await buildBusiness(house, { actions: ['admin'] });
  const other = (await buildBusiness(house, { actions: ['admin'] })).employee;
  const make = (action: string) => buildEmployee(house, location, { actions: [action] });
  const callers: Record<string, BuiltEmployee | undefined> = {
    nobody: undefined,
    expired: await make('admin'),
    user: await make('user'),
    lcladmin: await make('lcladmin'),
    admin,
    'admin of another company': other,
    sys: await make('sys'),
    'somebody with an action that means nothing': await make('administrator'),
  };
  const cookies: Record<string, { cookie: string } | undefined> = {};
  for (const [name, person] of Object.entries(callers)) cookies[name] = person && (await signIn(house, person));
  await house.database.write
    .updateTable('sessions')
    .set({ expiresAt: house.clock.now() })
    .where('userId', '=', callers.expired?.userId ?? '')
    .execute();
  for (const operation of operations.filter(({ answers }) => answers !== 'events')) {
    for (const method of operation.methods) {
      for (const [name, doors] of Object.entries(passes)) {
        // Signed out by its own call; who is let in is tried elsewhere.
        if (operation.path === 'api/user/LogOut' && cookies[name]) continue;
        const { statusCode } = await house.app.inject({
          method,
          url: `/${operation.path.replace(/:\w+/g, '0')}`,
          headers: { ...cookies[name] },
          ...(method === 'POST' && { payload: {} }),
        });
        const signedIn = cookies[name] && name !== 'expired';
        const expected = doors.includes(operation.may) ? undefined : signedIn ? 403 : 410;
        const met = expected ? statusCode === expected : ![403, 410, 500].includes(statusCode);
        assert.ok(met, `${method} ${operation.path} as ${name}: ${statusCode}`);
      }
    }
  }
});
