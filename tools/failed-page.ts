// Marks in the output of a test what its page showed when it failed.
export const failedPage = 'A page of the failed test,';
