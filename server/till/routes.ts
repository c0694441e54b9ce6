// Serves the till to the people at its registers, and its modes to administrators.
import { companyTill } from '#contract/till/places.ts';
import { tills } from '#contract/till/tills.ts';
import { serve } from '#server/lib/http/serve.ts';
import { readTill } from './baskets/read-till.ts';
import { removeBasket, saveBasket } from './baskets/save-basket.ts';
import { exportRecords } from './export/export-records.ts';
import { findGoods } from './goods/find-goods.ts';
import { mailReceipt } from './papers/mail-receipt.ts';
import { printReceipt } from './papers/print-receipt.ts';
import { printTotals } from './papers/print-totals.ts';
import { listPlaces, setPlace } from './places/set-place.ts';
import { listRegisters } from './registers/find-register.ts';
import { findTillReceipt, listTillReceipts } from './sales/read-till-receipts.ts';
import { refundSale } from './sales/refund-sale.ts';
import { sell } from './sales/sell.ts';
import { setDeviceNumber } from './sales/set-device-number.ts';
import { closeSession } from './sessions/close-session.ts';
import { moveCash, openDrawer } from './sessions/move-cash.ts';
import { openTillSession } from './sessions/open-session.ts';
import { listClosings } from './sessions/read-closings.ts';
import { readX } from './sessions/read-totals.ts';

export const tillRoutes = serve(tills, {
  getRegisters: listRegisters,
  get: (context, { registerId }) => readTill(context, registerId),
  open: openTillSession,
  move: moveCash,
  openDrawer,
  getX: readX,
  close: closeSession,
  getClosings: listClosings,
  find: findGoods,
  saveBasket,
  removeBasket,
  sell,
  refund: refundSale,
  getReceipts: listTillReceipts,
  getReceipt: (context, { id }) => findTillReceipt(context, id),
  setDeviceNumber,
  printReceipt,
  printTotals,
  mailReceipt,
  export: exportRecords,
});

export const companyTillRoutes = serve(companyTill, { getPlaces: listPlaces, setPlace });
