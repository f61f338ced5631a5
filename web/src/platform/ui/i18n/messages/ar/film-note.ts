import type { SameShape } from '../../translate.ts'
import type { words as english } from '../en/film-note.ts'

export const words: SameShape<typeof english> = {
  'films.cannot-play': {
    zero: 'لا يستطيع {few} من {count} جهاز تشغيل هذا الفيلم ({format}).',
    one: 'لا يستطيع {few} من {count} جهاز تشغيل هذا الفيلم ({format}).',
    two: 'لا يستطيع {few} من {count} جهازين تشغيل هذا الفيلم ({format}).',
    few: 'لا يستطيع {few} من {count} أجهزة تشغيل هذا الفيلم ({format}).',
    many: 'لا يستطيع {few} من {count} جهازًا تشغيل هذا الفيلم ({format}).',
    other: 'لا يستطيع {few} من {count} جهاز تشغيل هذا الفيلم ({format}).',
  },
  'films.cannot-play-hint': 'استبدل به فيلمًا بترميز H.264، بمقاس أقصاه 1920x1080 و30 صورة في الثانية.',
  'films.brought': {
    zero: 'لا يستطيع {few} من {count} جهاز تشغيل «\u2068{title}\u2069» (\u2068{format}\u2069).',
    one: 'لا يستطيع {few} من {count} جهاز تشغيل «\u2068{title}\u2069» (\u2068{format}\u2069).',
    two: 'لا يستطيع {few} من {count} جهازين تشغيل «\u2068{title}\u2069» (\u2068{format}\u2069).',
    few: 'لا يستطيع {few} من {count} أجهزة تشغيل «\u2068{title}\u2069» (\u2068{format}\u2069).',
    many: 'لا يستطيع {few} من {count} جهازًا تشغيل «\u2068{title}\u2069» (\u2068{format}\u2069).',
    other: 'لا يستطيع {few} من {count} جهاز تشغيل «\u2068{title}\u2069» (\u2068{format}\u2069).',
  },
  'films.brought-several': {
    zero: 'لا يستطيع {few} من {count} جهاز تشغيل أفلام من قائمة التشغيل هذه (عددها {films}).',
    one: 'لا يستطيع {few} من {count} جهاز تشغيل أفلام من قائمة التشغيل هذه (عددها {films}).',
    two: 'لا يستطيع {few} من {count} جهازين تشغيل أفلام من قائمة التشغيل هذه (عددها {films}).',
    few: 'لا يستطيع {few} من {count} أجهزة تشغيل أفلام من قائمة التشغيل هذه (عددها {films}).',
    many: 'لا يستطيع {few} من {count} جهازًا تشغيل أفلام من قائمة التشغيل هذه (عددها {films}).',
    other: 'لا يستطيع {few} من {count} جهاز تشغيل أفلام من قائمة التشغيل هذه (عددها {films}).',
  },
  'films.brought-hint': 'استبدل به في قائمة التشغيل فيلمًا بترميز H.264، بمقاس أقصاه 1920x1080 و30 صورة في الثانية.',
  'films.brought-hint-several':
    'استبدل بها في قائمة التشغيل أفلامًا بترميز H.264، بمقاس أقصاه 1920x1080 و30 صورة في الثانية.',
  'films.cannot-sound': {
    zero: 'بلا صوت على {few} من {count} جهاز.',
    one: 'بلا صوت على {few} من {count} جهاز.',
    two: 'بلا صوت على {few} من {count} جهازين.',
    few: 'بلا صوت على {few} من {count} أجهزة.',
    many: 'بلا صوت على {few} من {count} جهازًا.',
    other: 'بلا صوت على {few} من {count} جهاز.',
  },
  'films.cannot-sound-hint': 'متصفحاتها لا تسمح بالصوت: اضبطها كما يقول دليل الأكشاك.',
  'films.format.h264': 'H.264',
  'films.format.h264-60': 'H.264، 60 صورة في الثانية',
  'films.format.h264-4k': 'H.264 بدقة 4K',
  'films.format.h264-4k-60': 'H.264 بدقة 4K، 60 صورة في الثانية',
  'films.format.hevc': 'H.265',
  'films.format.hevc-10': 'H.265، 10 بت',
  'films.format.hevc-4k': 'H.265 بدقة 4K',
  'films.format.hevc-10-4k': 'H.265 بدقة 4K، 10 بت',
}
