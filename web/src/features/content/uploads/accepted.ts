/** The picture files that a file dialog offers. The extensions are for systems that have no type for HEIC or TIFF. */
export const ACCEPTED_PICTURES = 'image/*,.heic,.heif,.tif,.tiff'
/** The document files that a file dialog offers, for documents whose pages are shown. */
export const ACCEPTED_DOCUMENTS = 'application/pdf,.pdf,image/tiff,.tif,.tiff'
