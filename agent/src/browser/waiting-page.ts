const MOST_NOTES = 6
const LONGEST_NOTE = 300
const STYLE = `
html{height:100%;background:#000;color:#9ca3af;font:2.6vmin/1.5 system-ui,sans-serif;cursor:none}
body{min-height:100%;margin:0;display:grid;align-content:center;justify-items:center;gap:2vmin;text-align:center}
h1{margin:0;color:#f3f4f6;font-size:5vmin;font-weight:600}
p{max-width:min(90vmin,90vw);margin:0;text-wrap:balance}
b{color:#f3f4f6;font-weight:500;white-space:nowrap}
code{color:#f3f4f6;font-size:3vmin}
ul{display:grid;gap:1.5vmin;max-width:min(120vmin,84vw);margin:3vmin 0 0;padding:0 0 0 3vmin;list-style:none;text-align:start;color:#fcd34d;border-left:.4vmin solid}
li{overflow-wrap:anywhere}`
const ASK_ADDRESS = `<h1>This screen has no server yet</h1>
<p>Write the address of your Placard server into the file <b>placard-screen.conf</b>, on the boot partition or on a USB stick:
<p><code>address = https://signage.example.org</code>`

export const originOf = (address: string): string => new URL(address).origin

/**
 * The page on the screen until the server answers.
 *
 * @param address of the server; undefined: none was entered
 * @param notes problems that people in front of the screen can solve
 */
export function waitingPage(address: string | undefined, notes: readonly string[]): string {
  const intro = address === undefined ? ASK_ADDRESS : `<p>… ${escapeHtml(originOf(address))}`
  const shown = notes.slice(0, MOST_NOTES).map((note) => `<li>${escapeHtml(note.slice(0, LONGEST_NOTE))}`)
  const list = shown.length > 0 ? `<ul>${shown.join('')}</ul>` : ''
  return `data:text/html;charset=utf-8,${encodeURIComponent(`<!doctype html><title>Placard</title><style>${STYLE}</style>${intro}${list}`)}`
}

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
