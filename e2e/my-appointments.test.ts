// A visitor sees all appointments with their address: by the link of a mail, then in a browser that is signed in.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { buildEvent } from '#server/testing/build/visits.ts';
import { openApp } from './lib/app.ts';
import { at, buildHairSalon, card } from './lib/booking.ts';
import { axeBothSchemes, hasFocus, openBrowser, widths } from './lib/browser.ts';

const daybook = await openApp();
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());
const { services } = daybook;
const zone = { timezoneId: 'Europe/Riga' };

/** The link in the next mail to an address. */
async function linkTo(eMail: string): Promise<string> {
  const { text = '' } = await daybook.mail.next(({ envelope }) => envelope.to.includes(eMail));
  const [link = ''] = /http:\/\/localhost:\d+\/appointments\/[\w-]+/.exec(text) ?? [];
  assert.ok(link, text);
  return link;
}

/** Appointments at two companies: tomorrow, requested for tomorrow, last week, and one cancelled. */
async function bookedBy(eMail: string) {
  const [first, second] = [await buildHairSalon(daybook), await buildHairSalon(daybook)];
  const mine = { name: 'Maria', eMail };
  const cut = { ...mine, title: 'Haircut', serviceId: first.haircut.id };
  await buildEvent(services, first.person, { ...cut, start: at(10) });
  await buildEvent(services, second.person, { ...mine, start: at(12), status: 'requested' });
  await buildEvent(services, first.person, { ...cut, start: at(10).subtract({ hours: 7 * 24 }), status: 'completed' });
  await buildEvent(services, first.person, { ...cut, start: at(15), status: 'cancelled' });
  return first;
}

for (const [width, screen] of Object.entries(widths)) {
  test(`a visitor opens the link of a mail, stays signed in, cancels, books again and signs out: ${width}`, async () => {
    const eMail = `mine-${width}@example.com`;
    const { location, person, haircut } = await bookedBy(eMail);
    const page = await browser.visit(`${daybook.url}/terms`, { ...screen, ...zone });
    await page.getByRole('contentinfo').getByRole('link', { name: 'My appointments' }).click();
    await page.getByRole('heading', { level: 1, name: 'My appointments' }).waitFor();
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByText('Enter an e-mail address').or(page.locator('[aria-invalid="true"]')).first().waitFor();
    await axeBothSchemes(page, 'mine-form');
    await page.getByLabel('E-mail').fill(eMail);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor();
    await page.getByText(`If there are appointments with ${eMail}`).waitFor();
    await axeBothSchemes(page, 'mine-sent');

    // Opening shows, however often a scanner does it.
    const link = await linkTo(eMail);
    for (let opened = 0; opened < 2; opened++) {
      await page.goto(link);
      await page.getByRole('heading', { name: 'Coming up' }).waitFor();
    }
    await axeBothSchemes(page, 'mine-link');
    assert.equal(
      await page
        .getByRole('listitem')
        .filter({ has: page.getByRole('heading', { level: 3 }) })
        .count(),
      4,
    );
    const confirmed = page.getByRole('listitem').filter({ has: page.getByText('Confirmed', { exact: true }) });
    await confirmed.getByText('Ilze Ozola · Salon Gaisma').waitFor();
    await confirmed.getByText(/Riga time, GMT\+[23]/).waitFor();
    assert.equal((await page.context().cookies()).filter(({ name }) => name === 'daybook-appointments').length, 0);
    const refused: string[] = [];
    page.on('response', (answer) => void (answer.status() === 404 && refused.push(answer.url())));
    await page.getByRole('button', { name: 'Stay signed in for 30 days' }).press('Enter');
    await page.getByText('This browser is signed in until').waitFor();
    assert.deepEqual(refused, [], 'the used link is not read again');
    assert.equal(new URL(page.url()).pathname, '/appointments');
    await axeBothSchemes(page, 'mine-list');

    // Its own page confirms, moves and cancels.
    await page.getByRole('button', { name: 'Confirm or cancel' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Confirm the appointment' }).click();
    await page.getByRole('heading', { name: 'Your appointment is confirmed' }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'My appointments' }).click();
    await page.getByRole('button', { name: 'Move or cancel' }).nth(1).waitFor();
    await page.getByRole('button', { name: 'Move or cancel' }).first().click();
    await page.getByRole('link', { name: 'Cancel the appointment' }).click();
    await page.getByRole('button', { name: 'Cancel the appointment' }).click();
    await page.getByRole('heading', { name: 'This appointment is cancelled' }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'My appointments' }).click();
    await page
      .getByRole('listitem')
      .filter({ has: page.getByText('Cancelled', { exact: true }) })
      .nth(1)
      .waitFor();

    await page.getByRole('link', { name: 'Book again' }).last().click();
    await page.waitForURL(`${daybook.url}/${location.urlName}/${person.urlName}?service=${haircut.id}`);
    await card(page).locator('[data-start]').first().waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByLabel('E-mail').waitFor();
    await page.reload();
    await page.getByLabel('E-mail').waitFor();
  });
}

test('a used, a broken and an expired link say so and offer a new one; an unknown address reads the same', async () => {
  const eMail = 'mine-again@example.com';
  await bookedBy(eMail);
  const page = await browser.visit(`${daybook.url}/appointments`, { ...widths.phone, ...zone });
  const ask = async (address: string) => {
    await page.getByLabel('E-mail').fill(address);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByText(`If there are appointments with ${address}`).waitFor();
  };
  await ask(eMail);
  const link = await linkTo(eMail);
  await page.goto(link);
  await page.getByRole('button', { name: 'Stay signed in for 30 days' }).click();
  await page.getByText('This browser is signed in until').waitFor();
  await page.goto(link);
  await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
  await axeBothSchemes(page, 'mine-gone');
  await ask(eMail);
  const second = await linkTo(eMail);
  await services.database.write
    .updateTable('visitorSignIns')
    .set({ expiresAt: services.clock.now() })
    .where('eMail', '=', eMail)
    .execute();
  for (const address of [second, `${second}x`, `${daybook.url}/appointments/short`]) {
    await page.goto(address);
    await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
  }
  await ask('nothing-booked@example.com');
  await page.getByRole('button', { name: 'Use another address' }).click();
  await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
});

test('the list says that it loads, that it failed, and that nothing is coming up', async () => {
  const eMail = 'mine-empty@example.com';
  const { person } = await buildHairSalon(daybook);
  const past = at(9).subtract({ hours: 48 });
  const { id } = await buildEvent(services, person, { start: past, name: 'Maria', eMail });
  const page = await browser.visit(`${daybook.url}/appointments`, { ...widths.wide, ...zone });
  await page.getByLabel('E-mail').fill(eMail);
  await page.getByRole('button', { name: 'Send the link' }).click();
  const link = await linkTo(eMail);
  const answer = Promise.withResolvers<void>();
  let fails = true;
  await page.route('**/api/appointments/GetMine*', async (route) => {
    await answer.promise;
    if (fails) await route.abort();
    else await route.continue();
  });
  await page.goto(link);
  await page.getByText('Your appointments are loading.').waitFor({ state: 'attached' });
  answer.resolve();
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor();
  fails = false;
  await page.getByRole('button', { name: 'Try again' }).press('Enter');
  await page.getByText('No appointments are coming up.').waitFor();
  await services.database.write.deleteFrom('visits').where('id', '=', id).execute();
  await page.reload();
  await page.getByText('There are no appointments with this address any more.').waitFor();
  await axeBothSchemes(page, 'mine-none');
  // "Sign out everywhere" ends this browser, too.
  await page.getByRole('button', { name: 'Stay signed in for 30 days' }).click();
  const everywhere = page.getByRole('button', { name: 'Sign out everywhere' });
  const question = page.getByRole('dialog', { name: 'Sign out everywhere?' });
  await everywhere.click();
  await question.getByRole('button', { name: 'Cancel', exact: true }).waitFor();
  await axeBothSchemes(page, 'mine-everywhere');
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  await hasFocus(everywhere);
  await page.keyboard.press('Enter');
  await question.getByRole('button', { name: 'Sign out everywhere' }).click();
  await hasFocus(page.getByLabel('E-mail'));
});

for (const [locale, title, coming, again] of [
  ['de-DE', 'Meine Termine', 'Kommende', 'Wieder buchen'],
  ['lv-LV', 'Mani pieraksti', 'Gaidāmie', 'Pierakstīties vēlreiz'],
  ['fr-FR', 'Mes rendez-vous', 'À venir', 'Réserver à nouveau'],
  ['es-ES', 'Mis citas', 'Próximas', 'Reservar otra vez'],
  ['lt-LT', 'Mano vizitai', 'Būsimi', 'Registruotis dar kartą'],
] as const) {
  test(`mail and list are read in ${locale}`, async () => {
    const eMail = `mine-${locale}@example.com`;
    await bookedBy(eMail);
    const page = await browser.visit(`${daybook.url}/appointments`, { ...widths.phone, ...zone, locale });
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await page.locator('input[type=email]').fill(eMail);
    await page.keyboard.press('Enter');
    await page.goto(await linkTo(eMail));
    await page.getByRole('heading', { name: coming }).waitFor();
    assert.equal(await page.getByRole('link', { name: again }).count(), 4);
    await axeBothSchemes(page, `mine-${locale}`);
  });
}
