// The second factor and passkeys: set up on the security page, used on the sign-in page.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { generateSync } from 'otplib';
import type { Page } from 'playwright-core';
import { buildBusiness } from '#server/testing/build/business.ts';
import { openApp } from './lib/app.ts';
import { axeBothSchemes, axeClean, openBrowser, widths } from './lib/browser.ts';
import { openAs } from './lib/staff.ts';

const daybook = await openApp({ REQUIRE_SECOND_FACTOR_FOR_SYS: '1' });
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());

const password = 'a good password';

async function fillIn(page: Page, logIn: string): Promise<void> {
  await page.getByLabel('E-mail').fill(logIn);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test('turning on the second factor shows recovery codes, and sign-in then asks for a code', async () => {
  const logIn = 'anna@daybook.test';
  const { employee } = await buildBusiness(daybook.services, { firstName: 'Anna', logIn, password });
  const page = await openAs(daybook, browser, employee, '/app/user/my-account#security');
  await page.getByRole('button', { name: 'Turn on' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill(password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await dialog.getByLabel('Code from the app').fill('000000');
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await dialog.getByText('This code is wrong or was already used.').waitFor();
  await dialog.getByRole('img', { name: 'QR code with the key' }).waitFor();
  await axeBothSchemes(page, 'set up');
  await dialog.getByLabel('Code from the app').fill(generateSync({ secret }));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await dialog.getByText('They are shown only now.').waitFor();
  const codes = await dialog.getByRole('listitem').allTextContents();
  assert.equal(codes.length, 10);
  await axeClean(page, 'recovery codes');
  await dialog.getByRole('button', { name: 'I have saved them' }).click();
  await page.getByText('10 recovery codes are left.').waitFor();
  await page.context().close();

  const other = await browser.visit(`${daybook.url}/user/login`);
  await fillIn(other, logIn);
  const code = other.getByLabel('Code', { exact: true });
  await code.waitFor();
  await axeClean(other, 'code');
  await code.fill('000000');
  await code.press('Enter');
  await other.getByText('This code is wrong or was already used.').waitFor();
  await code.fill(codes[0] ?? '');
  await code.press('Enter');
  await other.waitForURL(`${daybook.url}/app/home`);
});

test('a passkey is added and signs in alone; a replayed signature is rejected', async () => {
  const { employee } = await buildBusiness(daybook.services, {
    firstName: 'Ilze',
    logIn: 'ilze@daybook.test',
    password,
  });
  const page = await openAs(daybook, browser, employee, '/app/user/my-account#security');
  const device = await page.context().newCDPSession(page);
  await device.send('WebAuthn.enable');
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('This laptop');
  await dialog.getByLabel('Your password').fill(password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('This laptop').waitFor();
  await page.getByText(/never used/).waitFor();

  await page.getByRole('button', { name: /your account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL(`${daybook.url}/user/login`);
  const sent = page.waitForRequest(/AuthenticateWithPasskey/);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  const body = (await sent).postData() ?? '';
  await page.waitForURL(`${daybook.url}/app/home`);
  await page.getByRole('heading', { name: /Ilze/ }).waitFor();
  const again = await page.evaluate(
    (payload) =>
      fetch('/api/user/AuthenticateWithPasskey', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: payload,
      }).then((answer) => answer.status),
    body,
  );
  assert.equal(again, 417);

  await page.getByRole('button', { name: /your account/ }).click();
  await page.getByRole('menuitem', { name: 'Lock the screen' }).click();
  await page.getByRole('button', { name: 'Unlock with a passkey' }).waitFor();
  await axeBothSchemes(page, 'lock screen with a passkey');
  await page.getByRole('button', { name: 'Unlock with a passkey' }).click();
  await page.waitForURL(`${daybook.url}/app/home`);
  await page.getByRole('heading', { name: /Ilze/ }).waitFor();

  await page.goto(`${daybook.url}/app/user/my-account#security`);
  await page.getByRole('button', { name: 'Remove This laptop' }).click();
  const removal = page.getByRole('dialog');
  await removal.getByLabel('Your password').fill('not the password');
  await removal.getByRole('button', { name: 'Remove' }).click();
  await removal.getByText('Wrong password.').waitFor();
  await axeBothSchemes(page, 'remove a passkey');
  await page.setViewportSize(widths.phone.viewport);
  await axeBothSchemes(page, 'remove a passkey');
  await page.setViewportSize(widths.wide.viewport);
  await removal.getByLabel('Your password').fill(password);
  await removal.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('You have no passkeys.').waitFor();
});

test('an operator must set up a second factor before anything else', async () => {
  const { employee } = await buildBusiness(daybook.services, {
    logIn: 'ops@daybook.test',
    password,
    actions: ['user', 'sys'],
  });
  const page = await openAs(daybook, browser, employee, '/app/home');
  await page.getByRole('heading', { name: 'One more step' }).waitFor();
  assert.equal(await page.getByRole('navigation').count(), 0);
  await axeClean(page, 'one more step');
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/gate.png` });
});

test('while the address is not verified, nothing can be added; the link is sent again and opens the way', async () => {
  for (const [name, size] of Object.entries(widths)) {
    const logIn = `new-${name}@daybook.test`;
    const { employee } = await buildBusiness(daybook.services, { logIn, password, isEMailVerified: false });
    const page = await openAs(daybook, browser, employee, '/app/user/my-account#security', size);
    await page.getByText('Verify your e-mail address before you add a second step').waitFor();
    for (const button of ['Turn on', 'Add a passkey']) {
      assert.equal(await page.getByRole('button', { name: button }).isDisabled(), true, button);
    }
    await axeBothSchemes(page, 'security, not verified');
    const sent = daybook.mail.next(({ envelope }) => envelope.to.includes(logIn));
    await page.getByRole('button', { name: 'Send the link again' }).click();
    await page.getByText('A new link is on its way.').first().waitFor();
    const link = /http:\/\/\S+\/user\/login\/[\w-]+/.exec((await sent).text ?? '')?.[0] ?? assert.fail('no link');
    await page.goto(link);
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByText('Your e-mail address is verified.').first().waitFor();
    await page.goto(`${daybook.url}/app/user/my-account#security`);
    await page.getByRole('button', { name: 'Turn on' }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Turn on' }).isEnabled(), true);
    await page.context().close();
  }
});

test('axe finds nothing in sign-in and security, wide and on a phone, light and dark', async () => {
  const { employee } = await buildBusiness(daybook.services, {
    firstName: 'Mara',
    logIn: 'mara@daybook.test',
    password,
  });
  for (const size of [widths.wide, widths.phone]) {
    const page = await openAs(daybook, browser, employee, '/app/user/my-account#security', size);
    await page.getByText('This browser').waitFor();
    await page.getByRole('button', { name: 'Turn on' }).waitFor();
    await axeBothSchemes(page, 'security');
    await page.context().close();
  }
});
