// Tests that a mail of a campaign can be read without its pictures.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderCampaignMail } from './render-mail.ts';
import { textBlock } from './text-block.ts';

test('a disc stands for a portrait that is not shown, also in the dark', () => {
  const company = { name: 'Salon', address: '', eMail: '', phoneNumber: '' };
  const anna = { calendarId: 'anna', name: 'Anna', profession: '', pictureId: 'portrait', path: null };
  const render = (pictureId: string | null) =>
    renderCampaignMail(
      { name: 'March', subject: 'News', text: '', blocks: [{ ...textBlock(''), kind: 'person', calendarId: 'anna' }] },
      {
        facts: { company, services: new Map(), people: new Map([['anna', { ...anna, pictureId }]]) },
        ...{ language: 'en', publicUrl: 'https://salon.example', linkTo: (url: string) => url },
      },
    ).html;
  const [, style = ''] = /<td class="disc" width="68" height="68" style="([^"]*)"><img /.exec(render('portrait')) ?? [];
  assert.match(style, /width:68px;height:68px;border-radius:34px;background:#[0-9A-F]{6}/);
  assert.match(render('portrait'), /@media \(prefers-color-scheme: dark\) \{[^@]*\.disc \{ background: #/);
  assert.doesNotMatch(render(null), /class="disc"/);
});
