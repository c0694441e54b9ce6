// Estimates how long a practised person takes for what a test does, by the keystroke-level model (Card, Moran and
// Newell, 1980). The answers of the machine are not counted.
import type { Locator } from 'playwright-core';

/** Seconds: a key of an average typist, pointing, a click, a hand between mouse and keys, a thought. */
const key = 0.28;
const point = 1.1;
const press = 0.2;
const home = 0.4;
const thought = 1.35;

/** One person with a mouse and a keyboard. Before each step they think; a step may have several clicks. */
export function countEffort() {
  let [clicks, keys, seconds] = [0, 0, 0];
  let isTyping = false;
  const moveHand = (toKeys: boolean) => {
    if (toKeys !== isTyping) seconds += home;
    isTyping = toKeys;
  };
  const touch = () => {
    moveHand(false);
    clicks += 1;
    seconds += point + press;
  };
  return {
    async click(element: Locator, options?: Parameters<Locator['click']>[0]): Promise<void> {
      seconds += thought;
      touch();
      await element.click(options);
    },
    /** The next of several equal clicks, which needs no thought. */
    async clickOn(element: Locator): Promise<void> {
      touch();
      await element.click();
    },
    /** Clicks a field, and replaces what it holds. */
    async type(element: Locator, text: string): Promise<void> {
      seconds += thought;
      touch();
      moveHand(true);
      keys += text.length + 1;
      seconds += (text.length + 1) * key;
      await element.click();
      await element.press('ControlOrMeta+a');
      await element.pressSequentially(text);
    },
    get total() {
      return { clicks, keys, seconds: Math.round(seconds) };
    },
  };
}
