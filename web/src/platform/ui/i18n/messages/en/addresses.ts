import type { Message } from '../../translate.ts'

/** Messages about addresses that play as something else, or not at all. Loaded with the code that judges them. */
export const words = {
  'error.address-youtube':
    'This page of YouTube plays only on YouTube. Open a film, a playlist or a live stream there, press Share, and paste that address.',
  'error.address-youtube-private':
    'YouTube makes this list for you alone. Put the films into a playlist that is public or unlisted, and paste its address.',
  'error.address-vimeo': 'This page of Vimeo is no film. Open the film there and paste its address.',
  'error.address-twitch':
    'This page of Twitch does not play elsewhere. Paste the address of a channel, a video or a clip.',
  'error.address-twitch-https':
    'Twitch plays only on pages with https. Whoever runs this server can set that up (PUBLIC_URL).',
  'error.address-folder': 'This is a folder, which does not play. Download the files in it, then drop them here.',
  'error.address-shared-file':
    'This file is not given out to screens where it is. Download it, then drop it here: it plays without the network, too.',
  'field.url-too-long':
    'This address has more than {count} characters, and cannot be kept. Use the shorter one behind the site’s Share button, or download the file and drop it here.',
  'field.not-youtube':
    'This is not a YouTube film. For a film elsewhere choose the type Video and the address of its file.',
  'field.url-becomes': 'This plays as: {type}.',
} as const satisfies Record<string, Message>
