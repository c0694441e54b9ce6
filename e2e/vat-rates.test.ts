// Rates of VAT with a first day: the operator announces one, a company sees both in its next invoice, and an
// administrator announces one for a service.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { buildBusiness, setTerms } from '#server/testing/build/business.ts';
import { billFrom } from '#server/testing/build/invoicing.ts';
import { buildService } from '#server/testing/build/visits.ts';
import { openApp } from './lib/app.ts';
import { axeBothSchemes, hasFocus, noHorizontalScroll, openBrowser, widths } from './lib/browser.ts';
import { openAs } from './lib/staff.ts';

const daybook = await openApp();
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());
const { services } = daybook;

test('the operator announces a rate and removes it; a month with two rates names them in the next invoice', async () => {
  const { employee: operator } = await buildBusiness(services, { actions: ['sys', 'admin'] });
  const { company, employee } = await buildBusiness(services, { actions: ['admin'] });
  await setTerms(services, { monthlyCost: 30 }, company.id);
  const month = services.clock.now().toZonedDateTimeISO('UTC').toPlainDate().with({ day: 1 });
  await billFrom(services, month.toString());
  const seller = { name: 'Daybook SIA', address: 'Riga', iban: 'DE89370400440532013000', vatId: 'LV40003032949' };
  await services.database.write
    .updateTable('seller')
    .set({ ...seller, vatRate: 21, timeZone: 'UTC' })
    .execute();
  const office = await openAs(daybook, browser, operator, '/app/system/seller');
  const rates = office.getByRole('group', { name: 'VAT from a day on' });
  const save = office.getByRole('button', { name: 'Save' });
  const saved = async () => {
    await save.click();
    await office.getByText('The details of the seller are saved.').last().waitFor();
  };
  for (const [index, day] of [month.with({ day: 2 }), month.add({ months: 14 })].entries()) {
    await rates.getByRole('button', { name: 'Announce a rate' }).click();
    await rates.getByRole('textbox', { name: 'From' }).nth(index).fill(`${day.day}/${day.month}/${day.year}`);
    await rates.getByRole('textbox', { name: 'From' }).nth(index).press('Tab');
    if (index === 0) {
      await save.click();
      await rates.locator('input[aria-invalid="true"]').waitFor();
    }
    await rates
      .getByLabel('VAT, %')
      .nth(index)
      .fill(index === 0 ? '22' : '23.5');
  }
  await axeBothSchemes(office, 'rates of the seller');
  await saved();
  await office.reload();
  assert.deepEqual(
    [
      await rates.getByRole('textbox', { name: 'VAT, %' }).nth(0).inputValue(),
      await rates.getByRole('textbox', { name: 'VAT, %' }).nth(1).inputValue(),
    ],
    ['22', '23.5'],
  );
  await rates
    .getByRole('button', { name: /^Remove the rate from/ })
    .nth(1)
    .click();
  await hasFocus(rates.getByRole('button', { name: 'Announce a rate' }));
  await saved();
  assert.deepEqual(await services.database.read.selectFrom('sellerVatRates').select('rate').execute(), [{ rate: 22 }]);

  const page = await openAs(daybook, browser, employee, '/app/company/invoices', widths.phone);
  const next = page.getByRole('region', { name: 'Next invoice so far' });
  await next.getByText(/VAT 21%/).waitFor();
  await next.getByText(/VAT 22%/).waitFor();
  await noHorizontalScroll(page);
  await axeBothSchemes(page, 'next invoice with two rates');
  for (const one of [office, page]) await one.context().close();
});

test('an administrator announces a rate of a service on a phone', async () => {
  const { employee } = await buildBusiness(services, { actions: ['admin'] });
  const { id } = await buildService(services, employee, { name: 'Wash' });
  const page = await openAs(daybook, browser, employee, '/app/company/services', widths.phone);
  await page.getByRole('button', { name: 'Wash', exact: true }).first().click();
  const dialog = page.getByRole('dialog');
  const rates = dialog.getByRole('group', { name: 'VAT from a day on' });
  await rates.getByRole('button', { name: 'Announce a rate' }).click();
  await rates.getByRole('textbox', { name: 'From' }).fill('1/1/2031');
  await rates.getByRole('textbox', { name: 'From' }).press('Tab');
  await rates.getByRole('textbox', { name: 'VAT, %' }).fill('22');
  await axeBothSchemes(page, 'rates of a service');
  await noHorizontalScroll(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  const stored = services.database.read
    .selectFrom('serviceVatRates')
    .select(['fromDay', 'rate'])
    .where('serviceId', '=', id);
  assert.deepEqual(await stored.execute(), [{ fromDay: '2031-01-01', rate: 22 }]);
});
