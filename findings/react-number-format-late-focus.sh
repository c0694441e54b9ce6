#!/usr/bin/env bash
# react-number-format 5.4.5 calls `onFocus` of a field after the keys that follow the focus.
#
# React calls `onFocus` while the focus event is dispatched, so a handler that selects the text runs before the next
# key. `NumericFormat` wraps the handler and calls it from a timer of 0 ms. A browser that is busy dispatches keys
# before timers: the handler then runs between two keys, and what it selects is replaced by the second one. A plain
# `input` with the same handlers hears of the focus first. `onFocusCapture` is not wrapped.
#
# Installs the packages into a temporary folder, and fails if the behaviour has changed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund react@19.3.1 react-dom@19.3.1 react-number-format@5.4.5 jsdom@26.1.0

cat >try.mjs <<'CODE'
import { JSDOM } from 'jsdom';

const { window } = new JSDOM('<!doctype html><div id="root"></div>', { pretendToBeVisual: true });
const shared = { window, document: window.document, navigator: window.navigator, IS_REACT_ACT_ENVIRONMENT: true };
for (const [name, value] of Object.entries(shared)) Object.defineProperty(globalThis, name, { value });
const { act, createElement } = await import('react');
const { createRoot } = await import('react-dom/client');
const { NumericFormat } = await import('react-number-format');

for (const component of ['input', NumericFormat]) {
  const seen = [];
  const handlers = {
    onFocusCapture: () => seen.push('focus (capture)'),
    onFocus: () => seen.push('focus'),
    onKeyDown: () => seen.push('key'),
  };
  const root = createRoot(document.getElementById('root'));
  await act(() => root.render(createElement(component, { ...handlers, defaultValue: 12 })));
  const field = document.querySelector('input');
  field.focus();
  field.dispatchEvent(new window.KeyboardEvent('keydown', { key: '1', bubbles: true }));
  await new Promise((done) => setTimeout(done, 50));
  console.log(`${component === 'input' ? 'input' : 'NumericFormat'}: ${seen.join(', ')}`);
  await act(() => root.unmount());
}
CODE

seen=$(node try.mjs)
expected='input: focus (capture), focus, key
NumericFormat: focus (capture), key, focus'
echo "$seen"
if [ "$seen" != "$expected" ]; then
  echo "The behaviour has changed. Expected:"
  echo "$expected"
  exit 1
fi
