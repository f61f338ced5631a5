import type { SameShape } from '../../translate.ts'
import type { words as english } from '../en/values.ts'

export const words: SameShape<typeof english> = {
  'values.menu': 'قيمة من جدول',
  'values.table': 'الجدول',
  'values.find': 'ابحث عن صف',
  'values.not-read': 'تعذرت قراءة الجداول. تحقق من الاتصال وافتح هذه القائمة من جديد.',
  'values.no-tables': 'لا جداول في مؤسستك بعد.',
  'values.to-tables': 'أنشئ جدولًا',
  'values.nothing': 'لا خلايا في هذا الجدول يمكن أن يعرضها نص.',
  'values.to-table': 'افتح الجدول',
  'values.empty': 'فارغة',
  'values.yes': 'نعم',
  'values.no': 'لا',
  'values.not-found': 'لا صف بهذا الاسم.',
  'values.more': {
    zero: 'لا صفوف أخرى.',
    one: 'صف آخر. اكتب اسمه لتجده.',
    two: 'صفان آخران. اكتب اسمًا لتجد أحدهما.',
    few: '{count} صفوف أخرى. اكتب اسمًا لتجد أحدها.',
    many: '{count} صفًا آخر. اكتب اسمًا لتجد أحدها.',
    other: '{count} صف آخر. اكتب اسمًا لتجد أحدها.',
  },
  'values.gone': 'خلية محذوفة',
  'values.missing': {
    zero: 'متوقف إلى أن تكون في الجدول قيمة: {names}.',
    one: 'متوقف إلى أن تكون في الجدول قيمة: {names}.',
    two: 'متوقف إلى أن تكون في الجدول قيمتان: {names}.',
    few: 'متوقف إلى أن تكون في الجدول قيم: {names}.',
    many: 'متوقف إلى أن تكون في الجدول قيم: {names}.',
    other: 'متوقف إلى أن تكون في الجدول قيم: {names}.',
  },
  'values.missing-part': {
    zero: 'يُترك جزء إلى أن تكون في الجدول قيمة: {names}.',
    one: 'يُترك جزء إلى أن تكون في الجدول قيمة: {names}.',
    two: 'تُترك أجزاء إلى أن تكون في الجدول قيمتان: {names}.',
    few: 'تُترك أجزاء إلى أن تكون في الجدول قيم: {names}.',
    many: 'تُترك أجزاء إلى أن تكون في الجدول قيم: {names}.',
    other: 'تُترك أجزاء إلى أن تكون في الجدول قيم: {names}.',
  },
}
