// The address of the page that pays a payment, outside the application.
export const payUrl = (id: string): string => `/Payment?Id=${id}`;
