/**
 * The texts in a picture that a page composes of itself, in English [PX3]. `messages/<language>/screen.json` has them in the other
 * languages.
 */
export const PICTURE_WORDS = {
  'picture.page': 'A web page: {site}. Browsers do not give its picture out.',
  'picture.media': 'A picture or film: {site}. Browsers do not give it out.',
  'picture.rest': 'This browser does not give out the picture of this part.',
}
