import type { Message } from '@placard/contract'

/** Messages about addresses that play as something else, or not at all. Loaded with the code that judges them. */
export const words = {
  'error.address-youtube':
    'This YouTube page cannot be played here. Open a film, a playlist or a live stream there, press Share, and paste that address.',
  'error.address-youtube-private':
    'Only you can open this YouTube list. Put the films into a public or unlisted playlist, and paste its address.',
  'error.address-vimeo': 'This Vimeo page is not a film. Open the film there and paste its address.',
  'error.address-twitch': 'This Twitch page cannot be played here. Paste the address of a channel, a video or a clip.',
  'error.address-twitch-https':
    'Twitch plays only on https pages. The person who runs this server can set that up (PUBLIC_URL).',
  'error.address-folder': 'A folder cannot be played. Download its files, then drop them here.',
  'error.address-shared-file':
    'Screens cannot load this file from this site. Download it, then drop it here. It then also plays offline.',
  'field.url-too-long':
    'This address has more than {count} characters. Use the shorter one behind the site’s Share button, or download the file and drop it here.',
  'field.not-youtube':
    'This is not a YouTube film. For a film from another site, choose the type Video and enter the address of its file.',
  'field.url-becomes': 'This plays as: {type}.',
} as const satisfies Record<string, Message>
