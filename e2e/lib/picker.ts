// Uses the map location modal by keyboard.
import type { Locator, Page } from 'playwright-core';

export async function openPicker(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /on the map/ }).click();
  const picker = page.getByRole('dialog', { name: 'Choose a place on the map' });
  await picker.waitFor();
  return picker;
}

/** Finds and chooses Berlin by its address in the open modal, without confirming the choice. */
export async function chooseBerlin(page: Page): Promise<void> {
  // Wait for the answer to the full word: it replaces earlier suggestions and the selection among them.
  const found = page.waitForResponse(/geolocations\/Search\?.*Text=berlin(&|$)/i);
  await page.keyboard.type('berlin');
  await found;
  await page
    .getByRole('option', { name: /^Berlin, .*Germany$/ })
    .first()
    .waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
}
