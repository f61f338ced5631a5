/** Dispatched at the window when letters have got another font, so that texts have to be measured again. */
export const FONTS_CAME = 'placard-fonts'
