// Reads and changes the details of one employee, for an administrator.
import { sql } from 'kysely';
import { type companyEmployee, type EmployeeDetails, employeeDetails } from '#contract/company/employee.ts';
import type { Parsed } from '#contract/lib/service.ts';
import { toWire } from '#contract/lib/wire.ts';
import { transaction } from '#server/db/transaction.ts';
import { followPersonName } from '#server/identity/account/follow-person-name.ts';
import { findPublicObstacles } from '#server/identity/account/public-obstacles.ts';
import { setPictureOf } from '#server/identity/account/set-picture.ts';
import { audit } from '#server/lib/audit.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { notFound, Refusal } from '#server/lib/refusal.ts';
import { isOperator } from '#server/lib/sql/is-operator.ts';
import { personNameOrLogIn } from '#server/lib/sql/person-name.ts';

const version = sql<string>`md5(jsonb_build_array(
  u.first_name, u.last_name, e.profession, e.description, e.phone_number)::text)`;

/** Throws 404 for a person who does not work for the company. */
export async function readEmployee({ db, user }: SignedIn, { id }: { id: string }): Promise<EmployeeDetails> {
  const { companyId } = user;
  const { rows } = await sql<Omit<EmployeeDetails, 'obstacles'>>`
    select u.id, ${personNameOrLogIn} as name, u.log_in, u.first_name, u.last_name,
      case when u.id = ${user.id} then null
        when works_elsewhere(u.id, e.company_id) then 'nameElsewhere'
        when ${!user.actions.includes('sys')} and ${isOperator(sql`u.id`)} then 'isOperator' end as name_lock,
      e.profession, e.description, e.phone_number, e.picture_id, k.id as calendar_id, e.is_profile_public,
      e.is_calendar_public, coalesce(k.hours_saved_at is not null, false) as has_hours,
      (select count(*)::int from service_people p join services s on s.company_id = p.company_id and s.id = p.service_id
        where p.company_id = e.company_id and p.calendar_id = k.id and s.is_active) as services,
      (select '/' || l.url_name || '/' || e.url_name from employee_locations el
        join locations l on l.company_id = el.company_id and l.id = el.location_id
        where el.company_id = e.company_id and el.user_id = e.user_id order by l.created_at, l.id limit 1) as path, ${version} as version
    from employees e join users u on u.id = e.user_id
    left join calendars k on k.company_id = e.company_id and k.user_id = e.user_id
    where e.company_id = ${companyId} and e.user_id = ${id}`.execute(db);
  const [found] = rows;
  if (!found) throw notFound();
  return { ...found, obstacles: await findPublicObstacles(db, { companyId, userId: id }) };
}

/**
 * Changes the details of the person in this company, and their name if they work for no other. Throws 404 for a person
 * who does not work here, 409 with the current details (`Row`) when the version is not the current one, 403 for another
 * name of a person who also works elsewhere and of an operator.
 */
export async function saveEmployee(
  context: SignedIn,
  { id, version: known, firstName, lastName, ...given }: Parsed<typeof companyEmployee.saveDetails>,
): Promise<EmployeeDetails> {
  const employee = { companyId: context.user.companyId, userId: id };
  // The account belongs to no company: the owner role writes it, and each statement names the company.
  return transaction(context, async (tx) => {
    const { db } = tx;
    // Joining another company waits for the account, so that the name stays the person's own from then on.
    await db.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute();
    await lockEmployee(tx, employee);
    const before = await readEmployee(tx, { id });
    if (known !== undefined && known !== before.version) {
      throw new Refusal(409, 'grid.changed', { details: { Row: toWire(employeeDetails, before) } });
    }
    const name = { firstName: firstName ?? before.firstName, lastName: lastName ?? before.lastName };
    if (name.firstName !== before.firstName || name.lastName !== before.lastName) {
      if (before.nameLock) throw new Refusal(403, `users.${before.nameLock}`);
      await db.updateTable('users').set(name).where('id', '=', id).execute();
      await followPersonName(db, employee);
    }
    const { profession, description, phoneNumber } = { ...before, ...given };
    await db
      .updateTable('employees')
      .set({ profession, description, phoneNumber })
      .where('companyId', '=', employee.companyId)
      .where('userId', '=', id)
      .execute();
    await audit(tx, `Changed the details of ${before.logIn}`);
    return readEmployee(tx, { id });
  });
}

/** Waits for others who change the person in this company, themselves included. */
function lockEmployee({ db }: SignedIn, { companyId, userId }: { companyId: string; userId: string }) {
  return sql`select from employees where company_id = ${companyId} and user_id = ${userId} for update`.execute(db);
}

/** Throws 404 for a person who does not work here, 417 for a picture that the caller has not uploaded. */
export async function setEmployeePicture(
  context: SignedIn,
  { id, pictureId }: Parsed<typeof companyEmployee.setPicture>,
): Promise<EmployeeDetails> {
  await setPictureOf(context, id, pictureId);
  const details = await readEmployee(context, { id });
  await audit(context, `${pictureId ? 'Changed' : 'Removed'} the picture of ${details.logIn}`);
  return details;
}
