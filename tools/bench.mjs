// npm run bench: the server against bare Node servers, one measurement after another, about half an hour on a machine that
// does nothing else.
//   npm run bench -- --only fan-out          one of them: fan-out, many-displays, crowded, hostile, storm, start, plan, playlists, plays (or several, with commas)
//   npm run bench -- --listeners 200 --crowd 300 --displays 200 --rate 40 --seconds 4 --rounds 5 --passes 1 --results /tmp/bench      a quick look
//   npm run bench -- --only hostile --abuses S2,S27 --results /tmp/bench      some kinds of abuse alone
//   npm run bench -- --only page             the page once more, from what was measured last
//   npm run bench -- --only nodes,bus        1, 2 and 4 nodes on one PostgreSQL, and its NOTIFY, about eleven minutes; then `node bench/model/main.ts` puts docs/scale.md in anew
//   npm run bench -- --only player --port 4400      the player against the numbers it is held to, about eight minutes
//   npm run bench -- --only pages            how soon sign-in and dashboard are painted, beside a bare page, about three minutes
//   npm run bench -- --only dashboard        pages with long lists beside the same with short ones, about ten minutes; `--lists texts` one of them
//   npm run bench -- --only screens          the page of all screens with a thousand of them, beside a bare list, about five minutes
//   npm run bench -- --only films            how fast a browser makes a film ready, beside its own encoder, about two minutes; needs ffmpeg
//   npm run bench -- --only decks            how long a PDF of twenty pages takes on a slow computer, half a minute
import { runPinned } from './run-pinned.mjs'

const [only, part, ...rest] = process.argv.slice(2)
const IN_BROWSER = {
  player: 'main.ts',
  pages: 'pages.ts',
  dashboard: 'dashboard-lists.ts',
  screens: 'screens.ts',
  films: 'films.ts',
  decks: 'decks.ts',
}
const program = only === '--only' ? new Map(Object.entries(IN_BROWSER)).get(part ?? '') : undefined
if (program) await runPinned([`bench/player/${program}`, ...rest], { browser: true })
else await runPinned(['bench/main.ts', ...process.argv.slice(2)], { build: true })
