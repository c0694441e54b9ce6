// An administrator sets up an employee in one place: details, hours, services, permissions, and the way to publish.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { publicCalendars } from '#contract/booking/public.ts';
import { companyEmployee } from '#contract/company/employee.ts';
import { companyUsers } from '#contract/identity/company-users.ts';
import { buildBusiness, buildEmployee, buildMembership } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildService } from '#server/testing/build/visits.ts';
import { caller } from '#server/testing/clients/call.ts';
import { openApp } from './lib/app.ts';
import { axeBothSchemes, hasFocus, openBrowser, sizes, widths } from './lib/browser.ts';
import { countEffort } from './lib/effort.ts';
import { openAs, setTime } from './lib/staff.ts';

const daybook = await openApp();
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());

/** A salon with an administrator, a service, and a person who has just accepted their invitation. */
async function salon() {
  const { location, employee: admin } = await buildBusiness(daybook.services, { actions: ['user', 'admin'] });
  await buildService(daybook.services, admin, { name: 'Haircut', minutes: 45 });
  const ieva = await buildEmployee(daybook.services, location, {
    firstName: 'Ieva',
    lastName: 'Liepa',
    actions: ['user'],
    isProfilePublic: false,
    isCalendarPublic: false,
  });
  return { location, admin, ieva };
}

/** Reads what visitors see of a person, as the public page does. */
async function readProfile({ locationUrlName, urlName }: { locationUrlName: string; urlName: string }) {
  const address = new URLSearchParams({ locationUrlName, userUrlName: urlName });
  const get = async (path: string) => {
    const answer = await fetch(`${daybook.url}/${path}?${address}`);
    return answer.status === 200 ? answer.json() : undefined;
  };
  return { profile: await get(publicCalendars.getProfile.path), first: await get(publicCalendars.getFirstFree.path) };
}

for (const [width, size] of Object.entries(sizes)) {
  test(`at ${width} px, an administrator publishes a new employee with hours and services`, async () => {
    const { admin, ieva } = await salon();
    const page = await openAs(daybook, browser, admin, '/app/company/employees', size);
    // The list says what is missing, and leads there.
    const row = page.locator(width === '1280' ? 'tr' : 'li').filter({ hasText: 'Ieva Liepa' });
    await row.getByText('Not public').waitFor();
    await axeBothSchemes(page, 'employees with what is missing');
    await row.getByRole('link', { name: 'Set the hours' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ieva Liepa' }).waitFor();
    await page.getByRole('button', { name: 'Save the hours' }).waitFor();
    await page.getByRole('link', { name: 'Person', exact: true }).click();
    await page.getByRole('link', { name: 'Choose services' }).waitFor();
    await page.getByText('Visitors do not see Ieva Liepa yet.').waitFor();
    await page.getByLabel('Profession').fill('Stylist');
    await page.getByLabel('Last name').fill('Kalniņa');
    await axeBothSchemes(page, 'employee person');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Ieva Kalniņa' }).waitFor();

    await page.getByRole('link', { name: 'Hours and services' }).click();
    await setTime(page, 'Wednesday, from', '11:30');
    await page.getByRole('button', { name: 'Save the hours' }).click();
    await page.getByText('The working hours are saved.').first().waitFor();
    await page.getByRole('button', { name: 'Choose “Haircut”' }).click();
    await page.getByText('“Haircut” can be booked here.').first().waitFor();
    await axeBothSchemes(page, 'employee hours');
    assert.equal((await readProfile(ieva)).first, undefined, 'nothing is public yet');

    await page.getByRole('link', { name: 'Person', exact: true }).click();
    await page.getByText('No service is chosen').waitFor({ state: 'hidden' });
    // Nothing is missing: the next step in the list is to publish.
    await page.goto(`${daybook.url}/app/company/employees`);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Act as Ieva Kalniņa?' });
    await question.getByText('Turn them on only if the person agrees.').waitFor();
    await axeBothSchemes(page, 'employee publish');
    const arrived = page.waitForEvent('load');
    await question.getByRole('button', { name: 'Act as this person' }).click();
    await arrived;
    for (const name of ['Public profile', 'Public calendar']) {
      const saved = page.waitForResponse((answer) => /PublicState$/.test(answer.url()) && answer.ok());
      await page.getByRole('switch', { name }).click({ force: true });
      await saved;
    }
    const { profile, first } = await readProfile({ ...ieva, urlName: 'ieva-kalnina' });
    assert.equal(profile.Name, 'Ieva Kalniņa');
    assert.deepEqual(
      profile.Services.map((service: { Name: string }) => service.Name),
      ['Haircut'],
    );
    assert.ok(first);
    const desk = await openAs(daybook, browser, admin, '/app/company/employees', size);
    const shown = desk.locator(width === '1280' ? 'tr' : 'li').filter({ hasText: 'Ieva Kalniņa' });
    await shown.getByText('Bookable').waitFor();
    assert.equal(await shown.getByRole('button', { name: 'Publish' }).count(), 0);
    await desk.context().close();
    const { text } = await daybook.services.database.read
      .selectFrom('userAudits')
      .select('text')
      .where('text', 'like', `%${ieva.logIn}%`)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    assert.match(text, /act|imperson/i, 'recorded');
    await page.context().close();
  });
}

test('the page that acting opens is opened, though another tab learns of the new person first', async () => {
  const { admin, ieva } = await salon();
  const page = await openAs(daybook, browser, admin, `/app/company/employees/${ieva.userId}`);
  const acted = Promise.withResolvers<void>();
  const learned = Promise.withResolvers<void>();
  await page.route(`**/${companyUsers.impersonate.path}`, async (route) => {
    const response = await route.fetch();
    acted.resolve();
    await learned.promise;
    await route.fulfill({ response });
  });
  // The documents that the page has left for once its own listener has heard of the new person.
  const left = page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const addresses: string[] = [];
        navigation.addEventListener('navigate', ({ destination }) => {
          if (!destination.sameDocument) addresses.push(destination.url);
        });
        addEventListener('storage', ({ key }) => {
          if (key === 'daybook-caller') setTimeout(resolve, 0, addresses);
        });
      }),
  );
  await page.getByRole('button', { name: 'Publish as this person' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Act as this person' }).click();
  await acted.promise;
  const tab = await page.context().newPage();
  await tab.goto(`${daybook.url}/app/home`);
  assert.deepEqual(await left, []);
  learned.resolve();
  await page.getByRole('switch', { name: 'Public profile' }).waitFor();
  await page.context().close();
});

// Measured with MEASURE=1: 20 clicks and 42 keys, about 60 s for a practised person; a service more is 1.3 s.
test('an administrator invites and publishes an employee with hours and services in less than two minutes', async () => {
  const { admin, ieva } = await salon();
  const names = ['Colour', 'Highlights', 'Wash and blow-dry', 'Beard trim', 'Braids'];
  for (const name of names) await buildService(daybook.services, admin, { name });
  const page = await openAs(daybook, browser, admin, '/app/company/employees');
  const person = countEffort();
  await person.click(page.getByRole('button', { name: 'Invite' }));
  const invitation = page.getByRole('dialog');
  await person.type(invitation.getByLabel('E-mail'), 'ieva.kalnina@salon.example');
  await person.click(invitation.getByRole('button', { name: 'Send' }));
  await invitation.waitFor({ state: 'detached' });

  // The person has accepted.
  await person.click(page.getByText('Ieva Liepa').first());
  await person.type(page.getByLabel('Profession'), 'Hairdresser');
  await person.click(page.getByRole('button', { name: 'Save', exact: true }));
  await page.getByText('The details of Ieva Liepa are saved.').first().waitFor();
  await person.click(page.getByRole('link', { name: 'Hours and services' }));
  await person.type(page.getByLabel('Monday, from: hours'), '10');
  await person.click(page.getByRole('button', { name: 'Copy Monday to all other working days' }));
  await person.click(page.getByRole('button', { name: 'Save the hours' }));
  await page.getByText('The working hours are saved.').first().waitFor();
  for (const name of names) {
    await person.clickOn(page.getByRole('button', { name: `Choose “${name}”` }));
    await page.getByText(`“${name}” can be booked here.`).first().waitFor();
  }
  await person.click(page.getByRole('link', { name: 'Person', exact: true }));
  await person.click(page.getByRole('button', { name: 'Publish as this person' }));
  const arrived = page.waitForEvent('load');
  await person.click(page.getByRole('dialog').getByRole('button', { name: 'Act as this person' }));
  await arrived;
  for (const name of ['Public profile', 'Public calendar']) {
    const saved = page.waitForResponse((answer) => /PublicState$/.test(answer.url()) && answer.ok());
    await person.click(page.getByRole('switch', { name }), { force: true });
    await saved;
  }
  const { profile, first } = await readProfile(ieva);
  assert.equal(profile.Services.length, names.length);
  assert.ok(first);
  const { clicks, keys, seconds } = person.total;
  assert.ok(seconds < 120, `${clicks} clicks and ${keys} keys, about ${seconds} s`);
  if (process.env.MEASURE) console.log({ clicks, keys, seconds });
  await page.context().close();
});

test('an employee is set up by keyboard alone', async () => {
  const { admin, ieva } = await salon();
  const page = await openAs(daybook, browser, admin, `/app/company/employees/${ieva.userId}`);
  const profession = page.getByLabel('Profession');
  await profession.focus();
  await page.keyboard.type('Stylist');
  await page.keyboard.press('Control+Enter');
  await page.getByText('The details of Ieva Liepa are saved.').first().waitFor();
  await page.getByRole('link', { name: 'Hours and services' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Choose “Haircut”' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('“Haircut” can be booked here.').first().waitFor();
  await page.getByRole('link', { name: 'Permissions', exact: true }).last().focus();
  await page.keyboard.press('Enter');
  const local = page.getByRole('switch', { name: 'Location administrator' });
  await page.getByRole('switch', { name: 'User', exact: true }).focus();
  await page.keyboard.press('ArrowRight');
  await hasFocus(local);
  await Promise.all([page.waitForResponse(/UpdateAcl$/), page.keyboard.press('Space')]);
  assert.ok(await local.isChecked());
  // The role opens pages, which are on and locked from now on.
  await page.getByRole('switch', { name: 'Incomes Already granted by a role or group.' }).waitFor();
  await axeBothSchemes(page, 'employee permissions');
  await page.getByRole('link', { name: 'Person', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Publish as this person' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Act as Ieva Liepa?' }).waitFor();
  await page.keyboard.press('Escape');
  await hasFocus(page.getByRole('button', { name: 'Publish as this person' }));
  await page.context().close();
});

test('two administrators who change a person at once see each other’s changes', async () => {
  const { admin, ieva } = await salon();
  const page = await openAs(daybook, browser, admin, `/app/company/employees/${ieva.userId}`, widths.phone);
  await page.getByLabel('Profession').fill('Stylist');
  await page.getByLabel('About the person').fill('Colours and braids.');
  const { cookie } = await signIn(daybook.services, admin);
  const theirs = { id: ieva.userId, profession: 'Barber', lastName: 'Kalniņa' };
  const saved = await caller(daybook.server)(companyEmployee.saveDetails, theirs, { cookie });
  assert.equal(saved.status, 200);
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await save.click();
  const question = page.getByText('now “Barber”, yours “Stylist”');
  await question.waitFor();
  const box = await question.boundingBox();
  assert.ok(box && box.y > 52 && box.y + box.height < 844, `the question is in view, at ${box?.y} px`);
  assert.equal(await page.getByLabel('Last name').inputValue(), 'Kalniņa', 'what only the other changed is taken');
  assert.equal(await page.getByLabel('About the person').inputValue(), 'Colours and braids.');
  await axeBothSchemes(page, 'conflict of an employee');
  await page.getByRole('button', { name: 'Keep mine: Profession' }).click();
  await save.click();
  await page.getByText('The details of Ieva Kalniņa are saved.').first().waitFor();
  const stored = await daybook.services.database.read
    .selectFrom('employees')
    .select(['profession', 'description'])
    .where('userId', '=', ieva.userId)
    .executeTakeFirstOrThrow();
  assert.deepEqual(stored, { profession: 'Stylist', description: 'Colours and braids.' });
  await page.context().close();
});

test('the name of a person who also works elsewhere cannot be changed, and a stranger is not found', async () => {
  const { admin, ieva } = await salon();
  const abroad = await buildBusiness(daybook.services, { actions: ['admin'] });
  await buildMembership(daybook.services, ieva, abroad.location);
  const page = await openAs(daybook, browser, admin, `/app/company/employees/${ieva.userId}`, widths.phone);
  const lastName = page.getByLabel('Last name');
  await lastName.waitFor();
  assert.ok(!(await lastName.isEditable()));
  await page.getByText('only they can change the name').first().waitFor();
  await page.getByLabel('Profession').fill('Stylist');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('The details of Ieva Liepa are saved.').first().waitFor();
  await axeBothSchemes(page, 'employee of two companies');
  await page.goto(`${daybook.url}/app/company/employees/${abroad.employee.userId}`);
  await page.getByText('This person does not work for your company.').waitFor();
  await page.context().close();
});
