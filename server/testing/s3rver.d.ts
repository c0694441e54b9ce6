// What is used of s3rver, which comes without types.
declare module 's3rver' {
  // biome-ignore lint/style/noDefaultExport: it is theirs.
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
