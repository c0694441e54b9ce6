// The baskets of a register in this tab. Each change is stored a moment later, so that other screens and a reload find
// it; a change of another screen meanwhile wins, and this one says so.
import i18next from 'i18next';
import { type Basket, tills } from '#contract/till/tills.ts';
import { CallError, call, query } from '#web/lib/client/client.ts';
import { showError } from '#web/lib/client/failures.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { randomId } from '#web/lib/client/random-id.ts';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import { type BasketContent, emptyBasket, withFittingDiscounts } from './basket.ts';

/** Between a change and its storing, and after a call without an answer (ms). */
const debounceMs = 400;
const retryDelay = 3_000;

export interface DraftBasket extends BasketContent {
  id: string;
  /** The stored one that it began with; 0 before it is stored. */
  revision: number;
  /** Counts the changes of this tab, and those of them that are stored. */
  changes: number;
  stored: number;
}

interface BasketState {
  /** At least one, the oldest first. */
  baskets: readonly DraftBasket[];
  currentId: string;
  /** The last storing had no answer. */
  isWaiting: boolean;
}

const isChanged = ({ changes, stored }: DraftBasket) => changes !== stored;
const isStored = ({ revision }: DraftBasket) => revision > 0;
const isUntouched = ({ revision, lines, contactId }: DraftBasket) =>
  revision === 0 && lines.length === 0 && contactId === null;
const newBasket = (content = emptyBasket): DraftBasket => ({
  ...content,
  ...{ id: randomId(), revision: 0, changes: content === emptyBasket ? 0 : 1, stored: 0 },
});

export class BasketStore {
  readonly #registerId: string;
  readonly #openKey: string;
  #state: BasketState;
  /** Until the first answer of the server. */
  #isFirst = true;
  readonly #listeners = new Set<() => void>();
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #saving = new Map<string, Promise<void>>();
  /** Sold or discarded here: an older answer may still have them. */
  readonly #gone = new Set<string>();

  constructor(registerId: string) {
    const first = newBasket();
    this.#registerId = registerId;
    this.#openKey = `daybook-till-${registerId}`;
    this.#state = { baskets: [first], currentId: first.id, isWaiting: false };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getSnapshot = (): BasketState => this.#state;

  /** The open basket. */
  get current(): DraftBasket {
    return this.#find(this.#state.currentId) as DraftBasket; // There is always one.
  }

  /** Takes over what the server has. */
  receive(answer: readonly Basket[]): void {
    const present = answer.filter(({ id }) => !this.#gone.has(id));
    const kept = this.#state.baskets.flatMap((local): DraftBasket[] => {
      const other = present.find(({ id }) => id === local.id);
      if (isChanged(local) || this.#saving.has(local.id)) return [local];
      if (other) return [other.revision > local.revision ? draftOf(other) : local];
      return local.revision > 0 ? [] : [local];
    });
    const added = present.filter(({ id }) => !kept.some((basket) => basket.id === id)).map(draftOf);
    // The empty one that a tab begins with gives way to those that are there.
    const begun = this.#isFirst && added.length > 0 ? kept.filter((basket) => !isUntouched(basket)) : kept;
    const { currentId: shown } = this.#state;
    const currentId = this.#isFirst ? (readOpen(this.#openKey) ?? added.at(-1)?.id ?? shown) : shown;
    this.#isFirst = false;
    this.#update({
      baskets: [...begun.filter(isStored), ...added, ...begun.filter((one) => !isStored(one))],
      currentId,
    });
  }

  open(id: string): void {
    this.#update({ currentId: id });
    writeOpen(this.#openKey, this.#state.currentId);
  }

  /** Begins another basket, or opens one that is empty. */
  begin(content?: BasketContent): void {
    const empty = content ? undefined : this.#state.baskets.find(isUntouched);
    const basket = empty ?? newBasket(content);
    if (!empty) this.#update({ baskets: [...this.#state.baskets, basket] });
    this.open(basket.id);
    if (content) this.#schedule(basket.id, 0);
  }

  /** Changes the open basket. */
  change(change: (basket: DraftBasket) => DraftBasket): void {
    const id = this.#state.currentId;
    this.#replace(id, (basket) => {
      const next = change(basket);
      return next === basket ? basket : { ...withFittingDiscounts(next), changes: basket.changes + 1 };
    });
    writeOpen(this.#openKey, id);
    if (isChanged(this.current)) this.#schedule(id, debounceMs);
  }

  /** Removes a basket here and at the server. */
  discard(id: string): void {
    const wasStored = (this.#find(id)?.revision ?? 0) > 0 || this.#saving.has(id);
    const saved = this.#saving.get(id) ?? Promise.resolve();
    this.forget(id);
    if (!wasStored) return;
    const remove = () => call(tills.removeBasket, { id, registerId: this.#registerId });
    saved.then(remove).catch(() => this.#gone.delete(id));
  }

  /** Removes a basket that is sold. */
  forget(id: string): void {
    this.#gone.add(id);
    clearTimeout(this.#timers.get(id));
    this.#update({ baskets: this.#state.baskets.filter((basket) => basket.id !== id) });
    writeOpen(this.#openKey, this.#state.currentId);
  }

  /** Stores at once what is not stored. */
  flush({ keepalive = false } = {}): void {
    for (const { id } of this.#state.baskets) this.#save(id, keepalive);
  }

  #update(next: Partial<BasketState>): void {
    const baskets = next.baskets ?? this.#state.baskets;
    const shown = baskets.length > 0 ? baskets : [newBasket()];
    const wanted = next.currentId ?? this.#state.currentId;
    const current = shown.find(({ id }) => id === wanted) ?? shown.at(-1);
    this.#state = { ...this.#state, ...next, baskets: shown, currentId: current?.id ?? '' };
    for (const listener of this.#listeners) listener();
  }

  #find(id: string): DraftBasket | undefined {
    return this.#state.baskets.find((basket) => basket.id === id);
  }

  #replace(id: string, by: (basket: DraftBasket) => DraftBasket): void {
    this.#update({ baskets: this.#state.baskets.map((basket) => (basket.id === id ? by(basket) : basket)) });
  }

  #schedule(id: string, delay: number): void {
    clearTimeout(this.#timers.get(id));
    this.#timers.set(
      id,
      setTimeout(() => this.#save(id), delay),
    );
  }

  #save(id: string, keepalive = false): void {
    clearTimeout(this.#timers.get(id));
    const draft = this.#find(id);
    if (!draft || !isChanged(draft) || this.#saving.has(id)) return;
    const done = this.#store(draft, keepalive).finally(() => {
      this.#saving.delete(id);
      const now = this.#find(id);
      if (now && isChanged(now)) this.#schedule(id, this.#state.isWaiting ? retryDelay : 0);
    });
    this.#saving.set(id, done);
  }

  async #store(draft: DraftBasket, keepalive: boolean): Promise<void> {
    const { id, revision, contactId, lines, discount, discountPercent, changes } = draft;
    const input = { id, registerId: this.#registerId, revision, contactId, lines, discount, discountPercent };
    try {
      const saved = await call(tills.saveBasket, input, { handlesErrors: true, keepalive });
      await cacheBasket(this.#registerId, saved);
      this.#replace(id, (now) => ({ ...now, revision: saved.revision, stored: changes }));
      this.#update({ isWaiting: false });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (this.#gone.has(id) || error.leadsAway) return;
      if (error.status === 0 || error.status >= 500) this.#update({ isWaiting: true });
      else await this.#giveUp(id, error);
    }
  }

  /** The server's basket counts: another screen has changed, sold or removed it, or it cannot be stored like this. */
  async #giveUp(id: string, error: CallError): Promise<void> {
    this.#replace(id, (now) => ({ ...now, stored: now.changes }));
    if (error.code !== 'till.basketChanged') return showError(error, i18next.t('till.screen.notStored'));
    toast('warning', `${error.message} ${i18next.t('till.screen.loadedAgain')}`);
    const { baskets } = await queryClient.fetchQuery({
      ...query(tills.get, { registerId: this.#registerId }),
      staleTime: 0,
    });
    const other = baskets.find((basket) => basket.id === id);
    if (other) this.#replace(id, () => draftOf(other));
    else this.#update({ baskets: this.#state.baskets.filter((basket) => basket.id !== id) });
  }
}

/** An answer that is on its way may be older. */
async function cacheBasket(registerId: string, saved: Basket): Promise<void> {
  const { queryKey } = query(tills.get, { registerId });
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, (till) => {
    if (!till) return till;
    const others = till.baskets.filter(({ id }) => id !== saved.id);
    return { ...till, baskets: [...others, saved].sort((a, b) => a.createdAt.localeCompare(b.createdAt)) };
  });
}

function draftOf({ createdAt: _created, person: _person, ...basket }: Basket): DraftBasket {
  return { ...basket, changes: 0, stored: 0 };
}

/** The choice of a tab among its baskets survives a reload; a browser may refuse to store it. */
function readOpen(key: string): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

function writeOpen(key: string, id: string): void {
  try {
    sessionStorage.setItem(key, id);
  } catch {
    // Then the latest basket is open after a reload.
  }
}
