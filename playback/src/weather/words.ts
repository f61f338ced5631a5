import type { TemperatureUnit, WeatherCondition, WeatherFigure, WeatherUnits, WindUnit } from '@placard/contract'

/** The words around a forecast in one language. */
type Words = Record<WeatherCondition, string> & {
  clearNight: string
  temperature: string
  now: string
  today: string
  wind: string
  /** The amount of rain or snow. */
  amount: string
  /** The headings of a table of days. */
  day: string
  weather: string
  high: string
  low: string
}

/** By the main part of a BCP 47 tag. Another language has the words in English. */
const WORDS: Readonly<Record<string, Words>> = {
  en: {
    temperature: 'Temperature',
    clear: 'Sunny',
    clearNight: 'Clear',
    fair: 'Fair',
    'partly-cloudy': 'Partly cloudy',
    cloudy: 'Cloudy',
    fog: 'Fog',
    drizzle: 'Drizzle',
    rain: 'Rain',
    'heavy-rain': 'Heavy rain',
    showers: 'Showers',
    sleet: 'Sleet',
    snow: 'Snow',
    thunder: 'Thunderstorm',
    now: 'Now',
    today: 'Today',
    wind: 'Wind',
    amount: 'Rain',
    day: 'Day',
    weather: 'Weather',
    high: 'High',
    low: 'Low',
  },
  ar: {
    temperature: 'درجة الحرارة',
    clear: 'مشمس',
    clearNight: 'صافٍ',
    fair: 'صحو',
    'partly-cloudy': 'غائم جزئيًا',
    cloudy: 'غائم',
    fog: 'ضباب',
    drizzle: 'رذاذ',
    rain: 'مطر',
    'heavy-rain': 'مطر غزير',
    showers: 'زخات',
    sleet: 'مطر ثلجي',
    snow: 'ثلج',
    thunder: 'عاصفة رعدية',
    now: 'الآن',
    today: 'اليوم',
    wind: 'الرياح',
    amount: 'المطر',
    day: 'اليوم',
    weather: 'الطقس',
    high: 'العظمى',
    low: 'الصغرى',
  },
  hi: {
    temperature: 'तापमान',
    clear: 'धूप',
    clearNight: 'साफ़',
    fair: 'अधिकतर साफ़',
    'partly-cloudy': 'आंशिक बादल',
    cloudy: 'बादल',
    fog: 'कोहरा',
    drizzle: 'बूँदाबाँदी',
    rain: 'बारिश',
    'heavy-rain': 'भारी बारिश',
    showers: 'बौछारें',
    sleet: 'ओले-बारिश',
    snow: 'बर्फ़',
    thunder: 'आँधी-तूफ़ान',
    now: 'अभी',
    today: 'आज',
    wind: 'हवा',
    amount: 'बारिश',
    day: 'दिन',
    weather: 'मौसम',
    high: 'अधिकतम',
    low: 'न्यूनतम',
  },
  te: {
    temperature: 'ఉష్ణోగ్రత',
    clear: 'ఎండ',
    clearNight: 'నిర్మలం',
    fair: 'ఎక్కువగా నిర్మలం',
    'partly-cloudy': 'పాక్షికంగా మేఘావృతం',
    cloudy: 'మేఘావృతం',
    fog: 'పొగమంచు',
    drizzle: 'తుంపర',
    rain: 'వర్షం',
    'heavy-rain': 'భారీ వర్షం',
    showers: 'జల్లులు',
    sleet: 'మంచు వర్షం',
    snow: 'మంచు',
    thunder: 'ఉరుములతో వర్షం',
    now: 'ఇప్పుడు',
    today: 'ఈ రోజు',
    wind: 'గాలి',
    amount: 'వర్షం',
    day: 'రోజు',
    weather: 'వాతావరణం',
    high: 'గరిష్ఠం',
    low: 'కనిష్ఠం',
  },
  zh: {
    temperature: '温度',
    clear: '晴',
    clearNight: '晴',
    fair: '晴间少云',
    'partly-cloudy': '多云',
    cloudy: '阴',
    fog: '雾',
    drizzle: '毛毛雨',
    rain: '雨',
    'heavy-rain': '大雨',
    showers: '阵雨',
    sleet: '雨夹雪',
    snow: '雪',
    thunder: '雷阵雨',
    now: '现在',
    today: '今天',
    wind: '风',
    amount: '降水',
    day: '日期',
    weather: '天气',
    high: '最高',
    low: '最低',
  },
  ja: {
    temperature: '気温',
    clear: '晴れ',
    clearNight: '晴れ',
    fair: 'おおむね晴れ',
    'partly-cloudy': '晴れ時々曇り',
    cloudy: '曇り',
    fog: '霧',
    drizzle: '霧雨',
    rain: '雨',
    'heavy-rain': '大雨',
    showers: 'にわか雨',
    sleet: 'みぞれ',
    snow: '雪',
    thunder: '雷雨',
    now: '現在',
    today: '今日',
    wind: '風',
    amount: '降水',
    day: '日',
    weather: '天気',
    high: '最高',
    low: '最低',
  },
  de: {
    temperature: 'Temperatur',
    clear: 'Sonnig',
    clearNight: 'Klar',
    fair: 'Heiter',
    'partly-cloudy': 'Wolkig',
    cloudy: 'Bedeckt',
    fog: 'Nebel',
    drizzle: 'Nieselregen',
    rain: 'Regen',
    'heavy-rain': 'Starker Regen',
    showers: 'Schauer',
    sleet: 'Schneeregen',
    snow: 'Schnee',
    thunder: 'Gewitter',
    now: 'Jetzt',
    today: 'Heute',
    wind: 'Wind',
    amount: 'Regen',
    day: 'Tag',
    weather: 'Wetter',
    high: 'Höchstwert',
    low: 'Tiefstwert',
  },
  fr: {
    temperature: 'Température',
    clear: 'Ensoleillé',
    clearNight: 'Clair',
    fair: 'Beau',
    'partly-cloudy': 'Nuageux',
    cloudy: 'Couvert',
    fog: 'Brouillard',
    drizzle: 'Bruine',
    rain: 'Pluie',
    'heavy-rain': 'Forte pluie',
    showers: 'Averses',
    sleet: 'Neige fondue',
    snow: 'Neige',
    thunder: 'Orage',
    now: 'Maintenant',
    today: 'Aujourd’hui',
    wind: 'Vent',
    amount: 'Pluie',
    day: 'Jour',
    weather: 'Météo',
    high: 'Max.',
    low: 'Min.',
  },
  es: {
    temperature: 'Temperatura',
    clear: 'Soleado',
    clearNight: 'Despejado',
    fair: 'Poco nuboso',
    'partly-cloudy': 'Parcialmente nublado',
    cloudy: 'Nublado',
    fog: 'Niebla',
    drizzle: 'Llovizna',
    rain: 'Lluvia',
    'heavy-rain': 'Lluvia fuerte',
    showers: 'Chubascos',
    sleet: 'Aguanieve',
    snow: 'Nieve',
    thunder: 'Tormenta',
    now: 'Ahora',
    today: 'Hoy',
    wind: 'Viento',
    amount: 'Lluvia',
    day: 'Día',
    weather: 'Tiempo',
    high: 'Máx.',
    low: 'Mín.',
  },
}

const ENGLISH = WORDS.en as Words

/** @param language BCP 47. undefined: English */
export function weatherWords(language: string | undefined): Words {
  return WORDS[(language ?? '').split('-')[0]?.toLowerCase() ?? ''] ?? ENGLISH
}

/** The name of a figure that a text can have. */
export function figureInWords(figure: WeatherFigure, language: string | undefined): string {
  const words = weatherWords(language)
  return figure === 'raining' || figure === 'snowing' || figure === 'sunny' ? figure : words[figure]
}

/** @param isNight the sun is below the horizon */
export function conditionInWords(condition: WeatherCondition, isNight: boolean, language: string | undefined): string {
  const words = weatherWords(language)
  return condition === 'clear' && isNight ? words.clearNight : words[condition]
}

/** "21°": whole degrees in the unit. @param celsius degrees Celsius */
export function temperatureInWords(celsius: number, unit: TemperatureUnit, language: string | undefined): string {
  return `${written(temperatureIn(celsius, unit), language)}°`
}

/** Whole degrees in the unit, never minus zero. @param celsius degrees Celsius */
function temperatureIn(celsius: number, unit: TemperatureUnit): number {
  return Math.round(inUnit(celsius, unit)) || 0
}

const UNITS: Record<WindUnit, string> = {
  'm/s': 'meter-per-second',
  'km/h': 'kilometer-per-hour',
  mph: 'mile-per-hour',
}

/** "18 km/h". @param speed metres per second */
export function windInWords(speed: number, unit: WindUnit, language: string | undefined): string {
  return amountInWords(Math.round(inUnit(speed, unit)), UNITS[unit], unit, language)
}

/** "3 mm". Amounts below a millimetre have one decimal. @param rain millimetres */
export function rainInWords(rain: number, language: string | undefined): string {
  return amountInWords(rain < 1 ? rain : Math.round(rain), 'millimeter', 'mm', language)
}

/** A number with its unit. Engines before Chromium 77 do not support units: they get the usual sign. */
function amountInWords(value: number, unit: string, sign: string, language: string | undefined): string {
  try {
    return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(value)
  } catch {
    return `${written(value, language)} ${sign}`
  }
}

function written(value: number, language: string | undefined): string {
  try {
    return new Intl.NumberFormat(language).format(value)
  } catch {
    return String(value)
  }
}

/** The units in which the weather is shown. */
export type ShownUnits = { temperature: TemperatureUnit; wind: WindUnit }

const IN_FAHRENHEIT = new Set(['US', 'BS', 'BZ', 'FM', 'KY', 'LR', 'MH', 'PW'])
const IN_MILES = new Set([...IN_FAHRENHEIT, 'GB'])
const IN_METRES = new Set(['AX', 'DK', 'FI', 'FO', 'GL', 'IS', 'JP', 'KR', 'NO', 'RU', 'SE', 'SJ', 'CN', 'TW'])

/** The chosen units, or else those of the country in the language's name (`en-US`), or else of the town. */
export function unitsFor(
  { temperature, wind }: WeatherUnits,
  language: string | undefined,
  townCountry: string | undefined,
): ShownUnits {
  const country = regionOf(language) ?? townCountry ?? ''
  return {
    temperature: temperature ?? (IN_FAHRENHEIT.has(country) ? 'fahrenheit' : 'celsius'),
    wind: wind ?? (IN_MILES.has(country) ? 'mph' : IN_METRES.has(country) ? 'm/s' : 'km/h'),
  }
}

function regionOf(language: string | undefined): string | undefined {
  try {
    return language === undefined ? undefined : new Intl.Locale(language).region
  } catch {
    return undefined
  }
}

type Unit = TemperatureUnit | WindUnit

/** The number of the unit for one metre per second. */
const SPEEDS: Record<WindUnit, number> = { 'm/s': 1, 'km/h': 3.6, mph: 2.236_936 }

/** @param value degrees Celsius, or metres per second */
export function inUnit(value: number, unit: Unit): number {
  if (unit === 'celsius') return value
  return unit === 'fahrenheit' ? value * 1.8 + 32 : value * SPEEDS[unit]
}

/** Degrees Celsius or metres per second with four decimals, so that the same number of a unit always gives the same one. */
export function fromUnit(value: number, unit: Unit): number {
  if (unit === 'celsius') return fourDecimals(value)
  return fourDecimals(unit === 'fahrenheit' ? (value - 32) / 1.8 : value / SPEEDS[unit])
}

const fourDecimals = (value: number) => Math.round(value * 10_000) / 10_000 || 0
