// The styles of calendars: those of FullCalendar lie in a layer below ours.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { buildBusiness } from '#server/testing/build/business.ts';
import { openApp } from './lib/app.ts';
import { openBrowser } from './lib/browser.ts';
import { calendarPath, openAs } from './lib/staff.ts';

const daybook = await openApp();
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());

test('the styles of our sheets win over those of FullCalendar, in whichever order the files load', async () => {
  const { employee } = await buildBusiness(daybook.services);
  const page = await openAs(daybook, browser, employee, calendarPath());
  await page.locator('[aria-busy=false]').waitFor();
  const { layered, others } = await page.evaluate(() => {
    const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
    const isTheirs = (rule: CSSRule) => rule instanceof CSSStyleRule && /^\.fc-/.test(rule.selectorText);
    const layers = rules.filter((rule) => rule instanceof CSSLayerBlockRule && rule.name === 'fullcalendar');
    return {
      layered: layers.flatMap((layer) => [...(layer as CSSLayerBlockRule).cssRules]).filter(isTheirs).length,
      others: rules.filter(isTheirs).map((rule) => (rule as CSSStyleRule).selectorText),
    };
  });
  assert.ok(layered > 20, `${layered} rules`);
  assert.deepEqual(others, []);
});
