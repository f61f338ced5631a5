import type { BoardLook, ColumnType } from '@placard/contract'

type Cell = string | number | boolean | null
type NewColumn = { name: string; type: ColumnType; currency?: string }
/** The body of `createTable`. */
type NewTable = { name: string; language: string; columns: NewColumn[]; rows: { cells: Record<string, Cell> }[] }

const columns = (...all: [name: string, type: ColumnType][]): NewColumn[] =>
  all.map(([name, type]) => ({ name, type, ...(type === 'money' ? { currency: 'EUR' } : {}) }))

const rowsOf = (names: readonly string[], lines: readonly (readonly Cell[])[]) =>
  lines.map((line) => ({
    cells: Object.fromEntries(line.flatMap((cell, at) => (cell === null ? [] : [[names[at] ?? '', cell]]))),
  }))

function table(
  name: string,
  language: string,
  cells: ReturnType<typeof columns>,
  lines: readonly (readonly Cell[])[],
): NewTable {
  return {
    name,
    language,
    columns: cells,
    rows: rowsOf(
      cells.map((one) => one.name),
      lines,
    ),
  }
}

const MENU = columns(
  ['Section', 'words'],
  ['Dish', 'words'],
  ['Note', 'words'],
  ['Allergens', 'words'],
  ['Price', 'money'],
  ['Sold out', 'yes-no'],
)

const CURRENCIES: Record<string, string> = {
  'ar-EG': 'EGP',
  'hi-IN': 'INR',
  'te-IN': 'INR',
  'zh-CN': 'CNY',
  'ja-JP': 'JPY',
}

const menu = (language: string, lines: readonly (readonly Cell[])[], name = 'Menu') => {
  const currency = CURRENCIES[language] ?? 'EUR'
  const priced = MENU.map((column) => (column.type === 'money' ? { ...column, currency } : column))
  return table(name, language, priced, lines)
}

/** A menu in each of six scripts, and in Arabic from right to left. */
export const MENUS: Record<string, NewTable> = {
  english: menu(
    'en-GB',
    [
      ['Soups', 'Tomato soup', 'with basil and cream', 'A, G', 4.5, false],
      ['Soups', 'Lentil soup', null, 'L', 4.2, false],
      ['Mains', 'Vegetable lasagne', 'spinach, ricotta, tomato', 'A, C, G', 8.9, false],
      ['Mains', 'Chicken curry', 'with basmati rice', 'G', 9.5, true],
      ['Mains', 'Fish and chips', 'peas, tartare sauce', 'A, D', 11, false],
      ['Desserts', 'Apple crumble', 'with custard', 'A, G', 3.8, false],
      ['Desserts', 'Fruit salad', null, null, 3.2, false],
    ],
    'Canteen today',
  ),
  arabic: menu(
    'ar-EG',
    [
      ['الشوربات', 'شوربة عدس', 'مع الكمون والليمون', 'ج', 25, false],
      ['الأطباق الرئيسية', 'كشري', 'أرز وعدس ومعكرونة', 'ق', 40, false],
      ['الأطباق الرئيسية', 'ملوخية بالدجاج', null, null, 65, true],
      ['الحلويات', 'أم علي', 'بالمكسرات', 'م', 30, false],
    ],
    'قائمة اليوم',
  ),
  hindi: menu(
    'hi-IN',
    [
      ['मुख्य भोजन', 'पनीर बटर मसाला', 'रोटी या चावल के साथ', 'दूध', 180, false],
      ['मुख्य भोजन', 'राजमा चावल', null, null, 120, false],
      ['मिठाई', 'गुलाब जामुन', 'दो पीस', 'दूध', 60, true],
    ],
    'आज का भोजन',
  ),
  telugu: menu(
    'te-IN',
    [
      ['భోజనం', 'గుత్తి వంకాయ కూర', 'అన్నంతో', 'వేరుశెనగ', 140, false],
      ['భోజనం', 'పెసరట్టు', 'అల్లం పచ్చడితో', null, 70, false],
      ['తీపి', 'పూర్ణం బూరెలు', null, 'పాలు', 50, true],
    ],
    'నేటి వంటకాలు',
  ),
  chinese: menu(
    'zh-CN',
    [
      ['热菜', '麻婆豆腐', '微辣', '大豆', 28, false],
      ['热菜', '宫保鸡丁', '花生', '花生', 36, true],
      ['主食', '扬州炒饭', null, '蛋', 22, false],
    ],
    '今日菜单',
  ),
  japanese: menu(
    'ja-JP',
    [
      ['定食', '焼き魚定食', 'ご飯と味噌汁付き', '魚', 980, false],
      ['定食', '唐揚げ定食', null, '小麦', 900, false],
      ['デザート', '抹茶アイス', null, '乳', 350, true],
    ],
    '本日のメニュー',
  ),
}

/** `HH:MM` a number of minutes from now, in UTC. */
const inMinutes = (minutes: number, now = Date.now()) => new Date(now + minutes * 60_000).toISOString().slice(11, 16)

const departures = (now = Date.now()): NewTable =>
  table(
    'Departures',
    'en-GB',
    columns(['Time', 'time'], ['Line', 'words'], ['To', 'words'], ['Platform', 'words'], ['Note', 'words']),
    [
      [inMinutes(-30, now), 'RE 1', 'Long ago', '1', null],
      [inMinutes(3, now), 'S 8', 'Airport via Central Station', '2', null],
      [inMinutes(9, now), 'RE 70', 'Frankfurt', '5', 'delayed'],
      [inMinutes(14, now), 'U 4', 'Exhibition Centre', '1', null],
      [inMinutes(45, now), 'ICE 597', 'Munich', '8', null],
      [inMinutes(75, now), 'RB 12', 'Königstein', '3', null],
    ],
  )

const PLAIN = table(
  'Prices',
  'de-DE',
  columns(['Artikel', 'words'], ['Größe', 'words'], ['Stück', 'number'], ['Preis', 'money'], ['Vorrätig', 'yes-no']),
  [
    ['Schulheft liniert', 'A4', 12, 1.2, true],
    ['Schulheft kariert', 'A4', 120, 1.25, true],
    ['Füllfederhalter', 'M', 3, 18.9, false],
    ['Tintenpatronen', '6er-Packung', 48, 2.4, true],
    ['Zeichenblock', 'A3', 7, 6.95, true],
  ],
)

const today = () => new Date().toISOString().slice(0, 10)
const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** A table for each look. */
export const SAMPLES: Record<BoardLook, () => NewTable> = {
  menu: () => MENUS.english as NewTable,
  departures,
  plain: () => PLAIN,
  directory: () =>
    table('Directory', 'en-GB', columns(['Name', 'words'], ['Note', 'words'], ['Room', 'words']), [
      ['Abara, Ngozi', 'Head of year 9', '2.14'],
      ['Ahmed, Sara', 'Library', '0.03'],
      ['Brandt, Jonas', 'Mathematics', '1.07'],
      ['Bukhari, Omar', 'Secretary', '0.01'],
      ['Chen, Li', 'Chemistry', '3.02'],
      ['Okafor, Ada', 'Headteacher', '0.02'],
      ['Özdemir, Elif', 'Art', '2.20'],
      ['Smith, John', 'Caretaker', 'Lodge'],
    ]),
  results: () =>
    table(
      'Results',
      'en-GB',
      columns(['Rank', 'number'], ['Team', 'words'], ['Points', 'number'], ['Change', 'number']),
      [
        [1, 'Year 10 Blue', 42, 1],
        [2, 'Year 9 Red', 39.5, -1],
        [3, 'Year 11 Green', 30, 0],
        [4, 'Teachers', 8, 2],
      ],
    ),
  numbers: () =>
    table(
      'Numbers',
      'en-GB',
      columns(['Name', 'words'], ['Value', 'number'], ['Change', 'number'], ['Curve', 'words']),
      [
        ['Visitors today', 1284, 96, '900 1000 980 1100 1284'],
        ['Open orders', 17, -3, '31 28 24 20 17'],
        ['Days without an accident', 212, 1, null],
      ],
    ),
  days: () =>
    table('Duty', 'en-GB', columns(['Date', 'date'], ['Name', 'words'], ['Note', 'words']), [
      [dayFromNow(-1), 'Yesterday', null],
      [today(), 'Ms Okafor', 'Yard'],
      [dayFromNow(1), 'Mr Brandt', 'Canteen'],
      [dayFromNow(2), 'Ms Chen', 'Gate'],
    ]),
  rooms: () =>
    table('Rooms', 'en-GB', columns(['Room', 'words'], ['From', 'time'], ['Until', 'time'], ['Event', 'words']), [
      ['Hall', inMinutes(-20), inMinutes(40), 'Assembly'],
      ['Studio', inMinutes(10), inMinutes(70), 'Rehearsal'],
      ['Lab 2', inMinutes(-90), inMinutes(-30), 'Over already'],
    ]),
}
