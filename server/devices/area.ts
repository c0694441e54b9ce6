// The routes, pages and menu items of printers and cash registers.
import { systemCashRegisterApplications, systemListingApplications } from '#contract/devices/applications.ts';
import {
  companyCashRegisters,
  companyPrinters,
  systemCashRegisters,
  systemPrinters,
} from '#contract/devices/devices.ts';
import { systemListingTypes } from '#contract/devices/listing-types.ts';
import { systemCashRegisterLogs, systemListingLogs } from '#contract/devices/logs.ts';
import { companyPrintJobs } from '#contract/devices/print-jobs.ts';
import { type Area, heading, listPage, page } from '#server/lib/area.ts';
import { cashRegisterApplicationRoutes, listingApplicationRoutes } from './applications/routes.ts';
import {
  cashRegisterChoiceRoutes,
  companyCashRegisterRoutes,
  companyPrinterRoutes,
  printerChoiceRoutes,
  systemCashRegisterRoutes,
  systemPrinterRoutes,
} from './devices/routes.ts';
import { companyPrintJobRoutes, printJobRoutes } from './jobs/routes.ts';
import { cashRegisterLogRoutes, listingLogRoutes } from './logs/routes.ts';
import { listingTypeRoutes } from './types/routes.ts';
import { companyTypePrinterRoutes } from './types/type-printers.ts';

export const devicesArea = {
  routes: {
    companyPrinters: companyPrinterRoutes,
    systemPrinters: systemPrinterRoutes,
    printerChoice: printerChoiceRoutes,
    companyCashRegisters: companyCashRegisterRoutes,
    systemCashRegisters: systemCashRegisterRoutes,
    cashRegisterChoice: cashRegisterChoiceRoutes,
    companyPrintJobs: companyPrintJobRoutes,
    printJobs: printJobRoutes,
    companyTypePrinters: companyTypePrinterRoutes,
    systemListingTypes: listingTypeRoutes,
    systemListingApplications: listingApplicationRoutes,
    systemCashRegisterApplications: cashRegisterApplicationRoutes,
    systemListingLogs: listingLogRoutes,
    systemCashRegisterLogs: cashRegisterLogRoutes,
  },
  menu: [
    heading({ key: 'companyDevices', order: 70, icon: 'fa fa-print' }),
    listPage(companyPrinters, { key: 'companyPrinters', order: 71, icon: 'fa fa-print' }),
    page('/app/company/listing/type-printers', 'lcladmin', { key: 'typePrinters', order: 72, icon: 'fa fa-list' }),
    listPage(companyCashRegisters, { key: 'companyCashRegisters', order: 73, icon: 'fa fa-calculator' }),
    listPage(companyPrintJobs, { key: 'printQueue', order: 74, icon: 'fa fa-print' }),
    heading({ key: 'systemDevices', order: 280, icon: 'fa fa-print' }),
    listPage(systemListingTypes, { order: 281, icon: 'fa fa-list' }),
    listPage(systemListingApplications, { order: 282, icon: 'fa fa-download' }),
    listPage(systemPrinters, { key: 'systemPrinters', order: 283, icon: 'fa fa-print' }),
    listPage(systemListingLogs, { order: 284, icon: 'fa fa-history' }),
    listPage(systemCashRegisterApplications, { order: 285, icon: 'fa fa-download' }),
    listPage(systemCashRegisters, { key: 'systemCashRegisters', order: 286, icon: 'fa fa-calculator' }),
    listPage(systemCashRegisterLogs, { order: 287, icon: 'fa fa-history' }),
  ],
} satisfies Area;
