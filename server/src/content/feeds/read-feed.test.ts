import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { icsOf, rssOf } from '../../testing/feed-server.ts'
import { expand, FeedCopy } from '../programmes/service.ts'
import { zoneOffsetsOf } from '../schedules/service.ts'
import { readFeed } from './read-feed.ts'

/** A Monday. */
const NOW = Date.parse('2026-11-23T09:00:00Z')
const HERE = 'https://feeds.example/town/news.xml'

// The worker process runs in this time zone.
beforeAll(() => {
  const before = process.env.TZ
  process.env.TZ = 'UTC'
  return () => {
    if (before === undefined) delete process.env.TZ
    else process.env.TZ = before
  }
})

const replyTo = (body: string | Buffer, contentType?: string) =>
  readFeed({ body: Buffer.from(body as string), contentType, url: HERE, now: NOW })
function entriesOf(body: string | Buffer, contentType?: string) {
  const reply = replyTo(body, contentType)
  if (reply.status !== 'read') throw new Error(`it is not read: ${JSON.stringify(reply)}`)
  return reply.entries
}
const titles = (body: string | Buffer, contentType?: string) => entriesOf(body, contentType).map(({ title }) => title)
const rss = (items: string, more: { head?: string; before?: string } = {}) =>
  `${more.head ?? '<?xml version="1.0"?>'}<rss version="2.0"><channel><title>Town</title><link>https://town.example/</link>${more.before ?? ''}${items}</channel></rss>`
const item = (inside: string) => `<item>${inside}</item>`

describe('[FD1] news', () => {
  const WORDS = 'Grüße aus Köln'
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(rss(item(`<title>${WORDS}</title>`)), 'utf16le')])
  const latin = Buffer.from(
    rss(item(`<title>${WORDS}</title>`), { head: '<?xml version="1.0" encoding="ISO-8859-1"?>' }),
    'latin1',
  )
  const utf8 = rss(item(`<title>${WORDS}</title>`))

  it.each([
    ['UTF-8', utf8, undefined],
    ['UTF-8 with a mark', `\uFEFF${utf8}`, undefined],
    ['UTF-8 of which its server says something else', utf8, 'text/xml; charset=iso-8859-1'],
    ['UTF-8 with a mark, of which its server says something else', `\uFEFF${utf8}`, 'text/xml; charset=iso-8859-1'],
    ['UTF-8 under a name that nobody knows', utf8, 'text/xml; charset=bogus'],
    ['ISO 8859-1, by its own word', latin, undefined],
    ['ISO 8859-1, by its own word, of which its server says UTF-8', latin, 'application/rss+xml; charset=utf-8'],
    ['ISO 8859-1, without a word', Buffer.from(utf8, 'latin1'), undefined],
    ['UTF-16, the low byte first', utf16, undefined],
    ['UTF-16, the high byte first', Buffer.from(utf16).swap16(), undefined],
    ['UTF-16 without a mark', Buffer.from(utf8, 'utf16le'), 'text/xml; charset=utf-16'],
  ])('are read in %s', (_, body, contentType) => expect(titles(body, contentType)).toEqual([WORDS]))

  it('are read in the letters of Windows, and as ISO 2022', () => {
    const [before, after] = rss(item('<title>~</title>'), {
      head: '<?xml version="1.0" encoding="windows-1252"?>',
    }).split('~') as [string, string]
    expect(titles(Buffer.concat([Buffer.from(before), Buffer.from([0x93, 0x80, 0x94]), Buffer.from(after)]))).toEqual([
      '“€”',
    ])
    const [head, tail] = rss(item('<title>~</title>'), { head: '<?xml version="1.0" encoding="ISO-2022-JP"?>' }).split(
      '~',
    ) as [string, string]
    const japanese = Buffer.from([0x1b, 0x24, 0x42, 0x46, 0x7c, 0x4b, 0x5c, 0x1b, 0x28, 0x42])
    expect(titles(Buffer.concat([Buffer.from(head), japanese, Buffer.from(tail)]))).toEqual(['日本'])
  })

  it.each([
    [
      'markup in a title',
      '<![CDATA[Tom &amp; Jerry <em>win</em>&hellip;<br>3 < 5 and 7 > 2]]>',
      'Tom & Jerry win… 3 < 5 and 7 > 2',
    ],
    ['letters named twice', 'AT&amp;amp;T &amp;#8211; caf&amp;eacute; &amp;scaron;', 'AT&T – café š'],
    ['letters of Windows by number', 'It&#146;s &amp;#8220;on&amp;#148;', 'It’s “on”'],
    ['what is written from right to left', 'مرحبا بكم &#128075;', 'مرحبا بكم 👋'],
    ['joined signs', '👨‍👩‍👧‍👦 in 🇩🇪', '👨‍👩‍👧‍👦 in 🇩🇪'],
  ])('say %s as text', (_, title, words) => expect(titles(rss(item(`<title>${title}</title>`)))).toEqual([words]))

  it.each([
    ['a warning of the server’s program in front', `\n<br />\n<b>Warning</b>: foo in bar\n${utf8}`],
    ['blanks in front', `\n\n  ${utf8}`],
    [
      'a page in its own words',
      rss(item(`<title>${WORDS}</title>`), {
        before: '<description><![CDATA[<html><body>x</body></html>]]></description>',
      }),
    ],
    [
      'a page in a comment in front',
      `<!-- <html> is not this -->${rss(item(`<title>${WORDS}</title>`), { head: '' })}`,
    ],
    ['a long comment in front', `<!-- ${'x'.repeat(5_000)} -->${rss(item(`<title>${WORDS}</title>`), { head: '' })}`],
    ['something behind its end', `${utf8}\n<!-- cached -->\n<script>1</script>`],
    [
      'a name space before its names',
      `<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:entry><a:title>${WORDS}</a:title></a:entry></a:feed>`,
    ],
    [
      'RSS 0.91 with its rules elsewhere',
      `<!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" "http://my.netscape.com/x.dtd"><rss version="0.91"><channel><title>T</title><item><title>${WORDS}</title></item></channel></rss>`,
    ],
    [
      'RSS 1.0',
      `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><channel rdf:about="x"><title>T</title></channel><item rdf:about="1"><title>${WORDS}</title></item></rdf:RDF>`,
    ],
    [
      'JSON Feed',
      JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 'J', items: [{ id: 7, title: WORDS }] }),
    ],
  ])('are read with %s', (_, body) => expect(titles(body)).toEqual([WORDS]))

  it('are each there once, and none is left out for want of an id', () => {
    const twice = item('<title>A</title><guid>1</guid>') + item('<title>B</title><guid>1</guid>')
    expect(titles(rss(twice + item('<title>C</title>') + item('<title>C</title>') + item('<title>D</title>')))).toEqual(
      ['A', 'C', 'D'],
    )
    expect(
      entriesOf(rss(item('<description>&lt;p&gt;Words &lt;b&gt;alone&lt;/b&gt;&lt;/p&gt;</description>'))),
    ).toMatchObject([{ title: '', text: 'Words alone' }])
  })

  it.each([
    'Mon, 23 Nov 2026 08:00:00 GMT',
    'Mo, 23 Nov 2026 09:00:00 +0100',
    'Mon, 23 Nov 2026 09:00:00 CET',
    'Mon, 23 Nov 2026 10:00:00 CEST',
    'Monday, 23 November 2026 08:00:00 UT',
    'Mon, 23 Nov 2026 03:00:00 EST',
    '2026-11-23T09:00:00+01:00',
    '2026-11-23 08:00:00',
    '23.11.2026 08:00',
  ])('are of the moment that they mean by %s', (date) => {
    const [entry] = entriesOf(rss(item(`<title>x</title><pubDate>${date}</pubDate>`)))
    expect(new Date(entry?.at ?? 0).toISOString()).toBe('2026-11-23T08:00:00.000Z')
  })

  it('are in order where one has no date, a wrong one, or one that is far from now', () => {
    const dated = (title: string, date: string) =>
      item(`<title>${title}</title><guid>${title}</guid><pubDate>${date}</pubDate>`)
    const body = rss(
      [
        dated('old', 'Mon, 02 Nov 2026 10:00:00 GMT'),
        item('<title>none</title>'),
        dated('wrong', 'yesterday, somehow'),
        dated('far', 'Mon, 02 Nov 2099 10:00:00 GMT'),
        dated('new', 'Sun, 22 Nov 2026 10:00:00 GMT'),
        dated('tonight', 'Mon, 23 Nov 2026 20:00:00 GMT'),
      ].join(''),
    )
    expect(titles(body)).toEqual(['tonight', 'new', 'old', 'none', 'wrong', 'far'])
    expect(entriesOf(body).map(({ at }) => at !== undefined)).toEqual([true, true, true, false, false, false])
  })

  it.each([
    ['a whole address', '<link>https://a.example/1?b=c&amp;d</link>', 'https://a.example/1?b=c&d'],
    ['one from its page', '<link>/1</link>', 'https://town.example/1'],
    ['an id that is one', '<guid>https://a.example/2</guid>', 'https://a.example/2'],
    ['an id that is none', '<guid isPermaLink="false">https://a.example/2</guid>', undefined],
    ['a word', '<link>none</link>', undefined],
    ['a program', '<link>javascript:alert(1)</link>', undefined],
    ['a file', '<link>file:///etc/passwd</link>', undefined],
  ])('lead to %s', (_, inside, link) => expect(entriesOf(rss(item(`<title>x</title>${inside}`)))[0]?.link).toBe(link))

  it('of Atom lead to their page, and say their words whatever form these have', () => {
    const body = `<feed xmlns="http://www.w3.org/2005/Atom"><title>T</title><entry><id>1</id><title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">Big <b>news</b></div></title><link rel="enclosure" href="https://a.example/a.mp3"/><link href="rel.html"/><content type="html">&lt;p&gt;Hi&lt;/p&gt;</content></entry></feed>`
    expect(entriesOf(body)).toEqual([
      { key: '1', title: 'Big news', text: 'Hi', link: 'https://feeds.example/town/rel.html' },
    ])
  })
})

describe('[FD1] a calendar', () => {
  const BERLIN = (name: string) => [
    'BEGIN:VTIMEZONE',
    `TZID:${name}`,
    ...['BEGIN:DAYLIGHT', 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0200', 'DTSTART:19700329T020000'],
    ...['RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3', 'END:DAYLIGHT'],
    ...['BEGIN:STANDARD', 'TZOFFSETFROM:+0200', 'TZOFFSETTO:+0100', 'DTSTART:19701025T030000'],
    ...['RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10', 'END:STANDARD'],
    'END:VTIMEZONE',
  ]
  const written = (moment: number | string | null | undefined) =>
    typeof moment === 'number' ? new Date(moment).toISOString().slice(0, 16).concat('Z') : moment
  const ics = (events: string[][], head: string[] = []) =>
    icsOf(events).replace('BEGIN:VEVENT', [...head, 'BEGIN:VEVENT'].join('\r\n'))
  const beginsOf = (body: string) => entriesOf(body).map(({ event }) => written(event?.begin))
  const begins = (lines: string[], head?: string[]) => beginsOf(ics([[...lines, 'SUMMARY:x']], head))

  it.each([
    ['UTC', 'DTSTART:20261124T100000Z', '2026-11-24T10:00Z'],
    ['a zone of IANA', 'DTSTART;TZID=Europe/Berlin:20261124T100000', '2026-11-24T09:00Z'],
    ['a zone of Windows', 'DTSTART;TZID=W. Europe Standard Time:20261124T100000', '2026-11-24T09:00Z'],
    ['a zone of Windows in quotes', 'DTSTART;TZID="Pacific Standard Time":20261124T100000', '2026-11-24T18:00Z'],
    [
      'a zone by its cities',
      'DTSTART;TZID="(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna":20261124T100000',
      '2026-11-24T09:00Z',
    ],
    [
      'a zone with a path before it',
      'DTSTART;TZID=/mozilla.org/20050126_1/Europe/Berlin:20261124T100000',
      '2026-11-24T09:00Z',
    ],
    [
      'another such zone',
      'DTSTART;TZID=/freeassociation.sourceforge.net/America/Argentina/Salta:20261124T100000',
      '2026-11-24T13:00Z',
    ],
    ['the clock where it is read', 'DTSTART:20261124T100000', '2026-11-24T10:00'],
    ['a zone that nobody knows: the same', 'DTSTART;TZID=Nowhere/Land:20261124T100000', '2026-11-24T10:00'],
    ['a day', 'DTSTART;VALUE=DATE:20261124', '2026-11-24'],
    ['a day, not said to be one', 'DTSTART:20261124', '2026-11-24'],
  ])('says when by %s', (_, line, begin) => expect(begins([line])).toEqual([begin]))

  it('brings the rules of its zone, by which its exceptions go as well', () => {
    const zone = 'Customized Time Zone'
    const lines = [
      `DTSTART;TZID=${zone}:20261124T100000`,
      'RRULE:FREQ=DAILY;COUNT=3',
      `EXDATE;TZID=${zone}:20261125T100000`,
    ]
    expect(begins(lines, BERLIN(zone))).toEqual(['2026-11-24T09:00Z', '2026-11-26T09:00Z'])
    expect(begins([`DTSTART;TZID=${zone}:20270724T100000`], BERLIN(zone))).toEqual(['2027-07-24T08:00Z'])
  })

  it('of Outlook says whole days', () => {
    const day = ['DTSTART;TZID=Europe/Berlin:20261124T000000', 'DTEND;TZID=Europe/Berlin:20261126T000000']
    const [entry] = entriesOf(ics([[...day, 'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE', 'SUMMARY:x']]))
    expect(entry?.event).toMatchObject({ begin: '2026-11-24', end: '2026-11-26' })
  })

  it.each([
    [
      'goes on at the same time when the clock is changed',
      ['DTSTART;TZID=Europe/Berlin:20270322T180000', 'RRULE:FREQ=WEEKLY;COUNT=2'],
      ['2027-03-22T17:00Z', '2027-03-29T16:00Z'],
    ],
    [
      'leaves the hour out that is not there',
      ['DTSTART;TZID=Europe/Berlin:20270327T023000', 'RRULE:FREQ=DAILY;UNTIL=20270330T000000Z'],
      ['2027-03-27T01:30Z', '2027-03-29T00:30Z'],
    ],
    [
      'of whole days stays on its days when the clock is changed',
      ['DTSTART;VALUE=DATE:20270327', 'RRULE:FREQ=DAILY;COUNT=3'],
      ['2027-03-27', '2027-03-28', '2027-03-29'],
    ],
    [
      'leaves out what it is told to',
      [
        'DTSTART;TZID=Europe/Berlin:20261124T100000',
        'RRULE:FREQ=DAILY;COUNT=5',
        'EXDATE;TZID=Europe/Berlin:20261125T100000,20261126T100000',
      ],
      ['2026-11-24T09:00Z', '2026-11-27T09:00Z', '2026-11-28T09:00Z'],
    ],
    [
      'leaves it out by UTC as well',
      ['DTSTART;TZID=Europe/Berlin:20261124T100000', 'RRULE:FREQ=DAILY;COUNT=2', 'EXDATE:20261125T090000Z'],
      ['2026-11-24T09:00Z'],
    ],
    [
      'leaves days out',
      ['DTSTART;VALUE=DATE:20261124', 'RRULE:FREQ=DAILY;COUNT=3', 'EXDATE;VALUE=DATE:20261125'],
      ['2026-11-24', '2026-11-26'],
    ],
    [
      'ends with the day that it names',
      ['DTSTART;TZID=Europe/Berlin:20261124T100000', 'RRULE:FREQ=DAILY;UNTIL=20261126'],
      ['2026-11-24T09:00Z', '2026-11-25T09:00Z', '2026-11-26T09:00Z'],
    ],
    [
      'ends by the clock of its zone',
      ['DTSTART;TZID=Europe/Berlin:20261124T100000', 'RRULE:FREQ=DAILY;UNTIL=20261125T100000'],
      ['2026-11-24T09:00Z', '2026-11-25T09:00Z'],
    ],
    [
      'is on the last Friday of a month',
      ['DTSTART;TZID=Europe/Berlin:20260130T100000', 'RRULE:FREQ=MONTHLY;BYDAY=-1FR;UNTIL=20261231T000000Z'],
      ['2026-11-27T09:00Z', '2026-12-25T09:00Z'],
    ],
    ['counts from its first, however long ago', ['DTSTART;VALUE=DATE:19900324', 'RRULE:FREQ=YEARLY'], ['2027-03-24']],
    [
      'is on further dates too',
      [
        'DTSTART;TZID=Europe/Berlin:20261124T100000',
        'DTEND;TZID=Europe/Berlin:20261124T113000',
        'RDATE;TZID=Europe/Berlin:20261126T100000,20261130T100000',
      ],
      ['2026-11-24T09:00Z', '2026-11-26T09:00Z', '2026-11-30T09:00Z'],
    ],
  ])('that repeats %s', (_, lines, expected) => expect(begins(lines)).toEqual(expected))

  it('lasts as long on its further dates', () => {
    const lines = [
      'DTSTART;TZID=Europe/Berlin:20261124T100000',
      'DTEND;TZID=Europe/Berlin:20261124T113000',
      'RDATE;TZID=Europe/Berlin:20261126T100000',
      'SUMMARY:x',
    ]
    expect(entriesOf(ics([lines])).map(({ event }) => written(event?.end))).toEqual([
      '2026-11-24T10:30Z',
      '2026-11-26T10:30Z',
    ])
    const days = ['DTSTART;VALUE=DATE:20261124', 'DTEND;VALUE=DATE:20261126', 'RDATE;VALUE=DATE:20261201', 'SUMMARY:x']
    expect(entriesOf(ics([days])).map(({ event }) => event?.end)).toEqual(['2026-11-26', '2026-12-03'])
  })

  describe('of which one repetition is changed', () => {
    const master = ['UID:m', 'DTSTART;TZID=Europe/Berlin:20261124T100000', 'RRULE:FREQ=DAILY;COUNT=3', 'SUMMARY:x']
    const other = (...lines: string[]) => ['UID:m', 'RECURRENCE-ID;TZID=Europe/Berlin:20261125T100000', ...lines]
    const file = (...events: string[][]) => ics(events).replace(/UID:e\d+\r\n/g, '')
    it.each([
      [
        'is there at its new time',
        file(master, other('DTSTART;TZID=Europe/Berlin:20261125T150000', 'SUMMARY:y')),
        ['2026-11-24T09:00Z x', '2026-11-25T14:00Z y', '2026-11-26T09:00Z x'],
      ],
      [
        'is there before its series is named',
        file(other('DTSTART;TZID=Europe/Berlin:20261125T150000', 'SUMMARY:y'), master),
        ['2026-11-24T09:00Z x', '2026-11-25T14:00Z y', '2026-11-26T09:00Z x'],
      ],
      [
        'is there on another day',
        file(master, other('DTSTART;TZID=Europe/Berlin:20261215T100000', 'SUMMARY:y')),
        ['2026-11-24T09:00Z x', '2026-11-26T09:00Z x', '2026-12-15T09:00Z y'],
      ],
      [
        'is not there where it is cancelled',
        file(master, other('DTSTART;TZID=Europe/Berlin:20261125T100000', 'STATUS:CANCELLED', 'SUMMARY:x')),
        ['2026-11-24T09:00Z x', '2026-11-26T09:00Z x'],
      ],
      [
        'is there without its series',
        file(other('DTSTART;TZID=Europe/Berlin:20261125T150000', 'SUMMARY:y')),
        ['2026-11-25T14:00Z y'],
      ],
      [
        'comes from before to now',
        file(
          ['UID:m', 'DTSTART:20261110T100000Z', 'RRULE:FREQ=DAILY;COUNT=2', 'SUMMARY:x'],
          ['UID:m', 'RECURRENCE-ID:20261111T100000Z', 'DTSTART:20261125T150000Z', 'SUMMARY:y'],
        ),
        ['2026-11-25T15:00Z y'],
      ],
    ])('%s', (_, body, expected) =>
      expect(entriesOf(body).map(({ title, event }) => `${written(event?.begin)} ${title}`)).toEqual(expected),
    )
  })

  it.each([
    ['a time that is none', 'DTSTART:garbage'],
    ['a time that is cut off', 'DTSTART:20261124T10'],
    ['no time', 'X-NOTHING:1'],
  ])('with one event of %s has the others', (_, bad) =>
    expect(
      titles(
        ics([
          [bad, 'SUMMARY:bad'],
          ['DTSTART:20261124T100000Z', 'SUMMARY:good'],
        ]),
      ),
    ).toEqual(['good']),
  )

  it('has all of its events where they have no UID, the same one, or one that its parser uses', () => {
    const none = ics([
      ['DTSTART:20261124T100000Z', 'SUMMARY:a'],
      ['DTSTART:20261125T100000Z', 'SUMMARY:b'],
    ])
    expect(titles(none.replace(/UID:e\d+\r\n/g, ''))).toEqual(['a', 'b'])
    expect(titles(none.replace(/UID:e\d+/g, 'UID:'))).toEqual(['a', 'b'])
    expect(titles(none.replace(/UID:e\d+/g, 'UID:one'))).toEqual(['a', 'b'])
    expect(titles(none.replace('UID:e0', 'UID:vcalendar').replace('UID:e1', 'UID:__proto__'))).toEqual(['a', 'b'])
  })

  it('has the newer one of what is there twice', () => {
    const body = ics([
      ['DTSTART:20261124T100000Z', 'SUMMARY:a'],
      ['DTSTART:20261125T100000Z', 'SEQUENCE:2', 'SUMMARY:b'],
    ])
    expect(titles(body.replace(/UID:e\d+/g, 'UID:one'))).toEqual(['b'])
  })

  it('is read with another behind it, with to-dos and alarms, in lines that go on', () => {
    const [one, two] = ['a', 'b'].map((title, day) =>
      icsOf([[`DTSTART:2026112${4 + day}T100000Z`, `SUMMARY:${title}`]]),
    )
    expect(titles(`${one}${two?.replace('UID:e0', 'UID:e1')}`)).toEqual(['a', 'b'])
    const alarm = ['BEGIN:VALARM', 'DESCRIPTION:Remind me', 'SUMMARY:Alarm', 'DTSTART:20261125T100000Z', 'END:VALARM']
    const folded = [
      'DTSTART:20261124T100000Z',
      'SUMMARY:Gr\u00fc\u00dfe\\, al',
      ' le\\; zusammen',
      ...alarm,
      'DESCRIPTION:<p>Hi <b>you</b></p>\\nBye',
    ]
    const todo = ['BEGIN:VTODO', 'UID:t', 'SUMMARY:Do it', 'DTSTART:20261124T100000Z', 'END:VTODO']
    expect(entriesOf(ics([folded], todo))).toMatchObject([{ title: 'Grüße, alle; zusammen', text: 'Hi you\nBye' }])
  })

  it('is called what it calls itself', () => {
    const one = (line: string) => replyTo(icsOf([], 'School').replace(/X-WR-CALNAME:.*/, line))
    expect(one('X-WR-CALNAME;VALUE=TEXT:Town\\, school')).toMatchObject({ title: 'Town, school' })
    expect(one('NAME:Town')).toMatchObject({ title: 'Town' })
  })

  it('[B134] keeps the address of a meeting to itself', () => {
    const text = 'Bring a cake.\\n\\n──────────\\nJoin Zoom Meeting\\nhttps://zoom.example/j/1?pwd=secret'
    const [entry] = entriesOf(
      ics([
        [
          'DTSTART:20261124T100000Z',
          'SUMMARY:x',
          'LOCATION:Hall\\; https://zoom.example/j/1?pwd=secret',
          `DESCRIPTION:${text}`,
        ],
      ]),
    )
    expect(entry).toMatchObject({ text: 'Bring a cake.', event: { place: 'Hall' } })
    expect(JSON.stringify(entry)).not.toContain('secret')
  })

  it('tells an event of some days while it is under way', () => {
    expect(begins(['DTSTART:20261120T100000Z', 'DTEND:20261127T110000Z'])).toEqual(['2026-11-20T10:00Z'])
    expect(begins(['DTSTART:20261119T100000Z', 'DTEND:20261126T100000Z', 'RRULE:FREQ=MONTHLY;COUNT=2'])).toEqual([
      '2026-11-19T10:00Z',
      '2026-12-19T10:00Z',
    ])
  })
})

describe('[B126] whatever dates a feed has', () => {
  const zones = ['Europe/Berlin', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'].map((name) => zoneOffsetsOf(name, NOW))
  /** Checks that the stored copy of the feed can be parsed and formatted. */
  function isShown(body: string): void {
    const reply = replyTo(body)
    if (reply.status !== 'read') return
    const { kind, title } = reply
    const entries = reply.entries.map((entry, index) => ({ ...entry, number: index + 1 }))
    const copy = FeedCopy.parse(JSON.parse(JSON.stringify({ kind, title, entries })))
    for (const zoneOffsets of zones) {
      for (const window of ['next', 'today', 'week'] as const) {
        for (const as of ['lines', 'notices'] as const) {
          const feed = { as, count: 3, window, maxAgeDays: 365 }
          const shown = expand(copy, { id: 'item' as never, title: 'S', feed }, { zoneOffsets })
          for (const { schedule } of shown) {
            for (const time of [schedule?.from, schedule?.until])
              expect(time ?? '2026-11-23T09:00').toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/)
          }
        }
      }
    }
  }

  it.each([
    ['the last moment that there is', 'Sat, 13 Sep 275760 00:00:00 GMT'],
    ['the first one', '-271821-04-20T00:00:00Z'],
    ['a year of five digits', '+012026-01-01T00:00:00Z'],
    ['the last day of four', '9999-12-31T23:59:59Z'],
    ['before 1970', 'Mon, 01 Jan 1900 00:00:00 GMT'],
  ])('news of %s do no harm', (_, date) => {
    isShown(rssOf([{ id: '1', title: 'x' }]).replace('</item>', `<pubDate>${date}</pubDate></item>`))
  })

  it.each([
    ['an end at the end of time', ['DTSTART:20261120T100000Z', 'DTEND:99991231T235959Z']],
    ['days until the end of time', ['DTSTART;VALUE=DATE:20261120', 'DTEND;VALUE=DATE:99991231']],
    ['a beginning at the beginning of time', ['DTSTART:00010101T000000Z', 'DTEND:99991231T235959Z']],
    ['one before it', ['DTSTART:00000101T000000Z', 'DTEND:20261231T235959Z']],
    ['days from before it', ['DTSTART;VALUE=DATE:00000101', 'DTEND;VALUE=DATE:20271231']],
    ['a length of a million years', ['DTSTART:20261120T100000Z', 'DURATION:P365000000D']],
    ['days for a million years', ['DTSTART;VALUE=DATE:20261120', 'DURATION:P365000000D']],
    ['a length of more than there is', ['DTSTART:20261120T100000Z', 'DURATION:P9999999999W']],
    ['a month of 13', ['DTSTART:20261341T306199Z']],
  ])('an event with %s does none', (_, lines) => isShown(icsOf([[...lines, 'SUMMARY:x']])))

  it('whatever they are', () => {
    const digits = (length: number) =>
      fc.string({ minLength: length, maxLength: length, unit: fc.constantFrom(...'0123456789') })
    const time = fc
      .tuple(digits(8), digits(6), fc.constantFrom('', 'Z'))
      .map(([day, clock, zone]) => `${day}T${clock}${zone}`)
    fc.assert(
      fc.property(time, time, fc.integer(), (from, until, at) => {
        isShown(
          icsOf([
            [`DTSTART:${from}`, `DTEND:${until}`, 'SUMMARY:x'],
            [`DTSTART;VALUE=DATE:${from.slice(0, 8)}`, 'SUMMARY:y'],
          ]),
        )
        isShown(rssOf([{ id: '1', title: 'x', at: at * 4_000_000 }]))
      }),
    )
  })
})
