/** The files of pictures that a file dialog offers. Where a system knows no type for HEIC or TIFF it goes by the extensions. */
export const ACCEPTED_PICTURES = 'image/*,.heic,.heif,.tif,.tiff,.bmp'
