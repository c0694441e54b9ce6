// The map location modal, by keyboard.
import type { Locator, Page } from 'playwright-core';

export async function openPicker(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /on the map/ }).click();
  const picker = page.getByRole('dialog', { name: 'Choose a place on the map' });
  await picker.waitFor();
  return picker;
}

/** Finds Berlin by its address in the modal, which is open, and chooses it; it is not used yet. */
export async function chooseBerlin(page: Page): Promise<void> {
  // What is found of half the word gives way to what is found of all of it, and so does what is chosen there.
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
