// A device that has shown its key.

export interface AskingDevice {
  companyId: string;
  id: string;
}
