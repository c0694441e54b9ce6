// Parts of pdfkit's interface that its types lack.
declare namespace PDFKit.Mixins {
  interface PDFAttachmentOptions {
    relationship?: 'Alternative' | 'Data' | 'Source' | 'Supplement' | 'Unspecified';
  }
  interface StructureElementOptions {
    /** Of a TH. */
    scope?: 'Column' | 'Row';
    bbox?: [left: number, top: number, right: number, bottom: number];
  }
}
