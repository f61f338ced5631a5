// npm run bench: compares the server with bare Node servers, one measurement after another. Takes about half an hour on
// a machine that does nothing else.
//   npm run bench -- --only fan-out          only this one (or several, with commas): fan-out, many-displays, crowded,
//       hostile, storm, start, plan, playlists, plays
//   npm run bench -- --listeners 200 --crowd 300 --displays 200 --rate 40 --seconds 4 --rounds 5 --passes 1 --results /tmp/bench
//       a quick run
//   npm run bench -- --only hostile --abuses S2,S27 --results /tmp/bench      only some kinds of abuse
//   npm run bench -- --only page             writes the page again from the latest measurements
//   npm run bench -- --only nodes,bus        1, 2 and 4 nodes on one PostgreSQL, and its NOTIFY, about eleven minutes;
//       then `node bench/model/main.ts` updates docs/scale.md
//   npm run bench -- --only player --port 4400      the player against its goals, about eight minutes
//   npm run bench -- --only layouts          screens with zones beside one zone, about 23 minutes
//   npm run bench -- --only composed         frames missed while a screen without an agent composes a picture of itself, about a minute and
//       a half; `--trial` stores nothing
//   npm run bench -- --only pages            the time until sign-in and dashboard are painted, beside a bare page, about three minutes
//   npm run bench -- --only dashboard        pages with long lists beside the same with short ones, about ten minutes;
//       `--lists texts` only one of them
//   npm run bench -- --only table-page       the page of a table with 2,000 rows beside one with twenty, about a minute;
//       `--trial` stores nothing
//   npm run bench -- --only screens          the page of all screens with a thousand of them, beside a bare list, about five minutes
//   npm run bench -- --only films            the speed at which a browser converts a film, beside its own encoder, about two minutes;
//       needs ffmpeg
//   npm run bench -- --only decks            the time that a PDF of twenty pages takes on a slow computer, half a minute
import { runPinned } from './run-pinned.mjs'

const [only, part, ...rest] = process.argv.slice(2)
const IN_BROWSER = {
  player: 'main.ts',
  pages: 'pages.ts',
  dashboard: 'dashboard-lists.ts',
  'table-page': 'table-page.ts',
  screens: 'screens.ts',
  films: 'films.ts',
  decks: 'decks.ts',
  layouts: 'layouts.ts',
  composed: 'composed.ts',
}
const program = only === '--only' ? new Map(Object.entries(IN_BROWSER)).get(part ?? '') : undefined
if (program) await runPinned([`bench/player/${program}`, ...rest], { browser: true })
else await runPinned(['bench/main.ts', ...process.argv.slice(2)], { build: true })
