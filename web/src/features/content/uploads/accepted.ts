/** The files of pictures that a file dialog offers. Where a system knows no type for HEIC or TIFF it goes by the extensions. */
export const ACCEPTED_PICTURES = 'image/*,.heic,.heif,.tif,.tiff'
/** As above, of documents whose pages are shown. */
export const ACCEPTED_DOCUMENTS = 'application/pdf,.pdf,image/tiff,.tif,.tiff'
