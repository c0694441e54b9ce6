// The address of a company: unverified, the link, verified; the suppressed addresses; and a booking that is refused.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { proveAddress } from '#server/messaging/mail/proved-addresses.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { buildEvent } from '#server/testing/build/visits.ts';
import { openApp } from './lib/app.ts';
import { at, buildHairdresser, card, chooseHaircut, holdTime, pick, profileUrl, typeDetails } from './lib/booking.ts';
import { axeBothSchemes, openBrowser, widths } from './lib/browser.ts';
import { openAs } from './lib/staff.ts';

const daybook = await openApp();
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());
const { write } = daybook.services.database;

for (const [width, screen] of Object.entries(widths)) {
  describe(`on a ${width} screen`, () => {
    test('an administrator sends the link, its reader confirms, and the company is verified', async () => {
      const { employee, company } = await buildBusiness(daybook.services, { actions: ['admin'] });
      const eMail = `hello-${width}@salon.test`;
      await write.updateTable('companies').set({ name: 'Salon Rosa', eMail }).where('id', '=', company.id).execute();
      const page = await openAs(daybook, browser, employee, '/app/company/email/templates', screen);
      await page.getByText('The address of the company is not verified.').waitFor();
      await axeBothSchemes(page, 'templates of an unverified company');
      await page.getByRole('link', { name: 'Verify the address' }).click();
      await page.getByText('This address is not verified.').waitFor();
      await axeBothSchemes(page, 'unverified company');
      await page.getByRole('button', { name: 'Send the link' }).click();
      await page.getByRole('button', { name: 'Send it again' }).waitFor();
      await axeBothSchemes(page, 'link sent');
      await page.getByLabel('E-mail for replies').fill('other@salon.test');
      await page.getByText('Save the new address').waitFor();

      const mail = await daybook.mail.next(({ envelope }) => envelope.to.includes(eMail));
      const [link = ''] = /http:\S+\/user\/verify-company\/\S+/.exec(mail.text ?? '') ?? [];
      assert.ok(link, 'the mail has the link');
      const reader = await browser.visit(link, screen);
      await reader.getByText(`${eMail} and to receive replies there`, { exact: false }).waitFor();
      await axeBothSchemes(reader, 'link of a company');
      await reader.getByRole('button', { name: 'Confirm the address' }).click();
      await reader.getByText(`${eMail} is verified for Salon Rosa.`).waitFor();
      await axeBothSchemes(reader, 'company confirmed');
      await reader.reload();
      await reader
        .getByText('no longer', { exact: false })
        .or(reader.getByRole('link', { name: 'start page' }))
        .first()
        .waitFor();

      const again = await openAs(daybook, browser, employee, '/app/company/details', screen);
      await again.getByText('Verified on', { exact: false }).waitFor();
      await axeBothSchemes(again, 'verified company');
    });

    test('the operator allows a suppressed address again', async () => {
      const { employee } = await buildBusiness(daybook.services, { actions: ['sys'] });
      const eMail = `gone-${width}@example.test`;
      const now = daybook.services.clock.now();
      await write
        .insertInto('suppressions')
        .values({
          medium: 'mail',
          address: eMail,
          reason: 'bounce',
          evidence: 'RCPT TO: 550 5.1.1 <gone@example.test>: Recipient address rejected: User unknown',
          createdAt: now,
          expiresAt: now.add({ hours: 30 * 24 }),
        })
        .execute();
      const page = await openAs(daybook, browser, employee, '/app/system/email/suppressed-addresses', screen);
      await page.getByText(eMail).first().waitFor();
      await axeBothSchemes(page, 'suppressed addresses');
      await page
        .getByRole('button', { name: /actions/i })
        .first()
        .click();
      await page.getByRole('menuitem', { name: 'Allow again' }).click();
      await page.getByText(`Messages to ${eMail} are sent again.`).first().waitFor();
      await page.getByText('No address is suppressed.').waitFor();
    });

    test('a refused booking says why and keeps what was typed', async () => {
      const person = await buildHairdresser(daybook);
      const eMail = `busy-${width}@example.com`;
      const { employee } = await buildBusiness(daybook.services);
      const start = Temporal.Now.instant().round('hour').add({ hours: 48 });
      for (let i = 0; i < 5; i++) {
        await buildEvent(daybook.services, employee, {
          start: start.add({ hours: i }),
          status: 'requested',
          userId: null,
          eMail,
        });
      }
      const page = await browser.visit(profileUrl(daybook, person), { ...screen, timezoneId: 'Europe/Riga' });
      await chooseHaircut(page);
      await pick(page, at(10));
      await typeDetails(page, eMail);
      await holdTime(page);
      await card(page).getByRole('alert').getByText('Several requests for this address').waitFor();
      await axeBothSchemes(page, 'refused booking');
      assert.equal(await page.getByRole('textbox', { name: 'E-mail' }).inputValue(), eMail);
      await proveAddress({ ...daybook.services, db: write }, eMail);
      await holdTime(page);
      await page.getByRole('timer').waitFor();
    });
  });
}
