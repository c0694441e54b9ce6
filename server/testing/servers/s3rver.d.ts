// Types for s3rver, which has none of its own; only the parts in use.
declare module 's3rver' {
  // biome-ignore lint/style/noDefaultExport: it is the package's.
  export default class S3rver {
    constructor(options: {
      port: number;
      address: string;
      silent: boolean;
      directory: string;
      configureBuckets: { name: string }[];
    });
    run(): Promise<import('node:net').AddressInfo>;
    close(): Promise<void>;
  }
}
