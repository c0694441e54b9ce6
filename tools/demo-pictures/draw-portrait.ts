// Draws the portraits of the demo's people: flat, friendly, with few lines in a face.

import { square } from '#server/demo/picture-sizes.ts';
import { drawHair, type HairStyle } from './draw-hair.ts';
import { mix } from './draw-shapes.ts';

export interface Portrait {
  /** Colours as #rrggbb. */
  background: string;
  skin: string;
  hair: { style: HairStyle; colour: string };
  clothes: {
    style: 'crew' | 'shirt' | 'blazer' | 'turtleneck' | 'polo' | 'apron' | 'dungarees';
    colour: string;
    accent: string;
  };
  beard?: 'full' | 'short' | 'moustache';
  glasses?: 'round' | 'square';
  earrings?: string;
  smile: 'gentle' | 'open';
  /** The width of the face: 1 is average. */
  width: number;
}

const ink = '#2a2622';

/** An SVG document of the size `square`. */
export function drawPortrait(person: Portrait): string {
  const { skin, background, hair, width } = person;
  const shade = mix(skin, '#7a3b1e', 0.2);
  const [behind, before] = drawHair(hair.style, { colour: hair.colour, accent: person.clothes.accent, skin });
  const face = (inner: string) => `<g transform="translate(400 0) scale(${width} 1) translate(-400 0)">${inner}</g>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${square.width} ${square.height}">
<rect width="800" height="800" fill="${background}"/>
<circle cx="400" cy="430" r="330" fill="${mix(background, '#ffffff', 0.32)}"/>
<g transform="translate(400 800) scale(1.17) translate(-400 -786)">
${face(behind)}
${neck(skin, shade)}
${clothes(person)}
${face(`${head(skin, shade)}${person.beard ? beard(person.beard, hair.colour) : ''}${features(person, shade)}${before}`)}
${face(`${person.glasses ? glasses(person.glasses) : ''}${person.earrings ? earrings(person.earrings) : ''}`)}
</g>
</svg>`;
}

function neck(skin: string, shade: string): string {
  return `<path d="M346 440 h108 v130 c0 30 -24 62 -54 62 s-54 -32 -54 -62 z" fill="${skin}"/>
<path d="M346 478 c30 42 78 42 108 0 v46 c-34 34 -76 34 -108 0 z" fill="${shade}" opacity=".75"/>`;
}

function head(skin: string, shade: string): string {
  return `<ellipse cx="284" cy="392" rx="21" ry="30" fill="${skin}"/><ellipse cx="516" cy="392" rx="21" ry="30" fill="${skin}"/>
<path d="M277 384 q10 4 9 22 M523 384 q-10 4 -9 22" fill="none" stroke="${shade}" stroke-width="5" stroke-linecap="round"/>
<path d="M286 320 C286 205 514 205 514 320 L514 378 C514 462 462 520 400 520 C338 520 286 462 286 378 Z" fill="${skin}"/>`;
}

function features({ skin, hair, smile, beard: hasBeard }: Portrait, shade: string): string {
  const brow = mix(mix(hair.colour, ink, 0.45), skin, 0.08);
  // Within a beard the mouth must contrast with the hair.
  const inBeard = Number.parseInt(hair.colour.slice(1, 3), 16) < 0x50 ? '#b0685c' : '#6e2723';
  const lip = hasBeard ? inBeard : mix(skin, '#8f2f2a', 0.55);
  const mouth =
    smile === 'open'
      ? `<path d="M362 452 Q400 462 438 452 Q430 490 400 490 Q370 490 362 452 Z" fill="${mix(lip, ink, 0.35)}"/>
<path d="M367 455 Q400 464 433 455 Q431 466 427 469 Q400 474 373 469 Q369 466 367 455 Z" fill="#fffdf8"/>`
      : `<path d="M366 459 Q400 484 434 459" fill="none" stroke="${lip}" stroke-width="7" stroke-linecap="round"/>`;
  const cheeks = hasBeard === 'full' ? '' : cheek(326, skin) + cheek(474, skin);
  return `${cheeks}
<ellipse cx="350" cy="382" rx="8.5" ry="10.5" fill="${ink}"/><ellipse cx="450" cy="382" rx="8.5" ry="10.5" fill="${ink}"/>
<path d="M328 350 Q350 336 372 347 M428 347 Q450 336 472 350" fill="none" stroke="${brow}" stroke-width="8" stroke-linecap="round"/>
<path d="M402 386 Q388 418 392 423 Q398 430 410 427" fill="none" stroke="${shade}" stroke-width="6" stroke-linecap="round" stroke-linejoin="round"/>
${mouth}`;
}

function cheek(x: number, skin: string): string {
  return `<ellipse cx="${x}" cy="430" rx="24" ry="15" fill="${mix(skin, '#d8563f', 0.5)}" opacity=".28"/>`;
}

function beard(style: NonNullable<Portrait['beard']>, colour: string): string {
  const moustache = `<path d="M352 452 Q376 430 400 440 Q424 430 448 452 Q424 452 400 452 Q376 452 352 452 Z" fill="${colour}"/>`;
  if (style === 'moustache') return moustache;
  const reach = style === 'full' ? 548 : 530;
  const jaw = `M285 366 C290 420 320 428 352 430 Q376 424 400 434 Q424 424 448 430 C480 428 510 420 515 366 L515 392
C515 478 462 ${reach} 400 ${reach} C338 ${reach} 285 478 285 392 Z`;
  const opacity = style === 'full' ? 1 : 0.62;
  return `<path d="${jaw}" fill="${colour}" opacity="${opacity}"/>`;
}

function glasses(style: NonNullable<Portrait['glasses']>): string {
  const lens = (x: number) =>
    style === 'round'
      ? `<circle cx="${x}" cy="384" r="36"/>`
      : `<rect x="${x - 39}" y="354" width="78" height="58" rx="16"/>`;
  return `<g fill="#ffffff" fill-opacity=".14" stroke="#2f2b28" stroke-width="6">${lens(350)}${lens(450)}
<path d="M388 380 Q400 372 412 380 M312 378 L290 372 M488 378 L510 372" fill="none" stroke-linecap="round"/></g>`;
}

function earrings(colour: string): string {
  return `<circle cx="280" cy="430" r="9" fill="${colour}"/><circle cx="520" cy="430" r="9" fill="${colour}"/>`;
}

const shoulders =
  'M96 830 C100 700 148 652 236 622 C290 604 326 596 346 566 C360 616 440 616 454 566 C474 596 510 604 564 622 C652 652 700 700 704 830 Z';

function clothes({ clothes: { style, colour, accent }, skin }: Portrait): string {
  const dark = mix(colour, '#1a1a22', 0.18);
  const body = `<path d="${shoulders}" fill="${colour}"/>
<path d="M206 830 C204 770 200 740 190 716 M594 830 C596 770 600 740 610 716" fill="none" stroke="${dark}" stroke-width="6" stroke-linecap="round"/>`;
  const collarless = `<path d="M334 584 C352 644 448 644 466 584" fill="none" stroke="${dark}" stroke-width="13" stroke-linecap="round"/>`;
  switch (style) {
    case 'crew':
      return body + collarless;
    case 'turtleneck':
      return `${body}<path d="M338 540 Q400 566 462 540 L470 604 Q400 640 330 604 Z" fill="${mix(colour, '#ffffff', 0.1)}"/>
<path d="M334 596 Q400 630 466 596" fill="none" stroke="${dark}" stroke-width="5"/>`;
    case 'shirt':
      return `${body}<path d="M400 634 L400 830" stroke="${dark}" stroke-width="5"/>
<circle cx="412" cy="690" r="5" fill="${dark}"/><circle cx="412" cy="750" r="5" fill="${dark}"/>
<path d="M338 566 L322 604 L364 668 L400 632 Q352 612 338 566 Z" fill="${accent}"/><path d="M462 566 L478 604 L436 668 L400 632 Q448 612 462 566 Z" fill="${accent}"/>`;
    case 'polo':
      return `${body}<path d="M384 634 L384 720 L416 720 L416 634 Z" fill="${dark}" opacity=".5"/>
<path d="M340 572 L318 606 L372 652 L400 632 Q354 612 340 572 Z" fill="${accent}"/><path d="M460 572 L482 606 L428 652 L400 632 Q446 612 460 572 Z" fill="${accent}"/>`;
    case 'blazer':
      return `${body}<path d="M334 580 L400 740 L466 580 L456 566 C440 600 360 600 344 566 Z" fill="${skin}"/>
<path d="M334 582 C346 640 374 690 400 708 C426 690 454 640 466 582 L480 640 L400 830 L320 640 Z" fill="${accent}"/>
<path d="M338 586 L290 616 L306 700 L276 722 L396 830 C390 740 366 668 338 586 Z" fill="${dark}"/>
<path d="M462 586 L510 616 L494 700 L524 722 L404 830 C410 740 434 668 462 586 Z" fill="${dark}"/>`;
    case 'apron':
      return `${body}${collarless}<path d="M280 830 L292 706 L508 706 L520 830 Z" fill="${accent}"/>
<path d="M296 712 L312 612 M504 712 L488 612" stroke="${accent}" stroke-width="20"/>
<path d="M292 724 H508" stroke="${mix(accent, '#000000', 0.22)}" stroke-width="4" stroke-dasharray="12 9"/>`;
    case 'dungarees':
      return `${body}${collarless}<path d="M288 830 L288 726 Q288 712 302 712 L498 712 Q512 712 512 726 L512 830 Z" fill="${accent}"/>
<path d="M306 724 L276 610 M494 724 L524 610" stroke="${accent}" stroke-width="30"/>
<circle cx="308" cy="734" r="10" fill="#e9dfc7"/><circle cx="492" cy="734" r="10" fill="#e9dfc7"/>`;
  }
}
