// Reads the HTML of a text in one pass, in time linear in its length, and reports its words and tags.
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';

/** Receives words and tags in their order. Names are in lower case; tags need not be balanced. */
export interface HtmlReader {
  /** Decoded words between two tags. */
  text(words: string): void;
  /** `href` is decoded and trimmed; empty without one. */
  open(name: string, href: string): void;
  close(name: string): void;
}

/** Elements that are skipped with their content. */
const skipped = new Set([
  ...['script', 'style', 'template', 'title', 'head', 'svg', 'math', 'textarea', 'iframe', 'object'],
  ...['noembed', 'noframes'],
]);
/** Elements that `<name/>` closes; HTML ignores the slash of others. */
const closesItself = new Set(['svg', 'math']);

/** Whether a text has tags. The characters `&` and `<` of any other text stand for themselves. */
export function isHtml(text: string): boolean {
  return /<[a-z]/i.test(text);
}

/**
 * Reports words and tags to `reader`, without comments and without elements that mail programs do not show. A tag that
 * does not end is words.
 */
export function readHtml(html: string, reader: HtmlReader): void {
  // Without the parser of the package: its stack makes deep nesting slow.
  const tokenizer = new Tokenizer({}, new Tokens(html, reader));
  tokenizer.write(html);
  tokenizer.end();
}

/** Joins the tokens of `html`, given by their positions, to words and tags. */
class Tokens implements TokenizerCallbacks {
  readonly #html: string;
  readonly #reader: HtmlReader;
  #words = '';
  #name = '';
  #attribute = '';
  #value = '';
  #href: string | undefined;
  /** The element that is skipped, and how many of its name are open. */
  #skippedName = '';
  #skippedDepth = 0;
  /** The end of the last complete token. */
  #end = 0;

  constructor(html: string, reader: HtmlReader) {
    this.#html = html;
    this.#reader = reader;
  }

  isInForeignContext(): boolean {
    return this.#skippedDepth > 0 && closesItself.has(this.#skippedName);
  }

  ontext(start: number, end: number): void {
    this.#add(this.#html.slice(start, end), end);
  }

  ontextentity(code: number, end: number): void {
    this.#add(character(code), end);
  }

  onopentagname(start: number, end: number): void {
    this.#name = this.#html.slice(start, end).toLowerCase();
    this.#href = undefined;
  }

  onattribname(start: number, end: number): void {
    this.#attribute = this.#html.slice(start, end);
    this.#value = '';
  }

  onattribdata(start: number, end: number): void {
    this.#value += this.#html.slice(start, end);
  }

  onattribentity(code: number): void {
    this.#value += character(code);
  }

  onattribend(): void {
    // Of several attributes of one name, the first counts.
    if (this.#attribute.toLowerCase() === 'href') this.#href ??= this.#value;
  }

  onopentagend(end: number): void {
    this.#end = end + 1;
    const name = this.#name;
    if (this.#skippedDepth > 0) {
      if (name === this.#skippedName) this.#skippedDepth++;
    } else if (skipped.has(name)) {
      this.#skippedName = name;
      this.#skippedDepth = 1;
    } else {
      this.#flush();
      this.#reader.open(name, this.#href?.trim() ?? '');
    }
  }

  onselfclosingtag(end: number): void {
    if (closesItself.has(this.#name)) this.#end = end + 1;
    else this.onopentagend(end);
  }

  onclosetag(start: number, end: number): void {
    const name = this.#html.slice(start, end).toLowerCase();
    // The end of the name; the tokenizer does not report that of the tag.
    this.#end = this.#html.indexOf('>', end) + 1 || this.#html.length;
    if (this.#skippedDepth > 0) {
      if (name === this.#skippedName) this.#skippedDepth--;
      return;
    }
    this.#flush();
    this.#reader.close(name);
  }

  oncomment(_start: number, end: number): void {
    this.#end = end + 1;
  }

  oncdata = this.oncomment;
  ondeclaration = this.oncomment;
  onprocessinginstruction = this.oncomment;

  onend(): void {
    this.#add(this.#html.slice(this.#end), this.#html.length);
    this.#flush();
  }

  #add(words: string, end: number): void {
    if (this.#skippedDepth === 0) this.#words += words;
    this.#end = end;
  }

  #flush(): void {
    if (this.#words) this.#reader.text(this.#words);
    this.#words = '';
  }
}

/** The character of an entity; control characters have no place in a mail. */
const character = (code: number): string => (code > 31 ? String.fromCodePoint(code) : '');
