// The people shown in lists; under row-level security, those of the company only.
import { sql } from 'kysely';
import type { PublicLack } from '#contract/company/employee.ts';
import { publicObstaclesOf } from '#server/identity/account/public-obstacles.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { versionOf } from '#server/lib/grid/grid-of.ts';
import { personNameOrLogIn } from '#server/lib/sql/person-name.ts';

const displayName = personNameOrLogIn.as('name');
const languageName = sql<string>`coalesce(l.name, '')`.as('language');

/** Steps towards a public profile that are open: its obstacles, then the facts that visitors miss in it. */
const missing = sql<PublicLack[]>`${publicObstaclesOf} || array_remove(array[
  case when not exists (
    select from calendars k
    where k.company_id = e.company_id and k.user_id = e.user_id and k.hours_saved_at is not null) then 'hours' end,
  case when not exists (
    select from calendars k
    join service_people p on p.company_id = k.company_id and p.calendar_id = k.id
    join services s on s.company_id = p.company_id and s.id = p.service_id and s.is_active
    where k.company_id = e.company_id and k.user_id = e.user_id) then 'services' end], null)`;

export function employeeRows({ db, user }: SignedIn) {
  return db
    .selectFrom('employees as e')
    .innerJoin('users as u', 'u.id', 'e.userId')
    .innerJoin('companies as c', 'c.id', 'e.companyId')
    .leftJoin('languages as l', 'l.id', 'u.languageId')
    .where('e.companyId', '=', user.companyId)
    .select([
      'u.id',
      displayName,
      'u.firstName',
      'u.lastName',
      'u.logIn',
      'u.logIn as eMail',
      'u.languageId',
      languageName,
    ])
    .select([
      'c.name as company',
      'e.createdAt',
      'e.profession',
      sql<boolean>`not works_elsewhere(e.user_id, e.company_id)`.as('isOwnCompany'),
    ])
    .select(sql<string[]>`(effective_rights(e.company_id, e.user_id)).actions`.as('actions'))
    .select(
      sql<string[]>`array(select lo.name from employee_locations el
        join locations lo on lo.company_id = el.company_id and lo.id = el.location_id
        where el.company_id = e.company_id and el.user_id = e.user_id order by folded(lo.name), lo.id)`.as('locations'),
    )
    .select(
      sql<string>`case when e.is_profile_public and e.is_calendar_public then 'bookable'
        when e.is_profile_public then 'found' else 'hidden' end`.as('visibility'),
    )
    .select(missing.as('missing'));
}

export function userRows({ db }: SignedIn) {
  const of = sql`from employees e join companies c on c.id = e.company_id where e.user_id = u.id`;
  return db
    .selectFrom('users as u')
    .leftJoin('languages as l', 'l.id', 'u.languageId')
    .select([
      'u.id',
      displayName,
      'u.firstName',
      'u.lastName',
      'u.logIn',
      'u.logIn as eMail',
      'u.languageId',
      languageName,
    ])
    .select(['u.createdAt', versionOf('u')])
    .select(sql<boolean>`u.e_mail_verified_at is not null`.as('isEMailVerified'))
    .select(sql<string>`array_to_string(array(select c.name ${of} order by folded(c.name), c.id), ', ')`.as('company'))
    .select(sql<string[]>`array(select c.name ${of} order by folded(c.name), c.id)`.as('companies'))
    .select(
      sql<string[]>`array(select distinct a.name from user_actions own join actions a on a.id = own.action_id
        where own.user_id = u.id order by a.name)`.as('actions'),
    )
    .select(sql<boolean>`(select count(*) ${of}) <= 1`.as('isOwnCompany'));
}
