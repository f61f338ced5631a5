import type { SameShape } from '../../translate.ts'
import type { words as english } from '../en/weather.ts'

export const words: SameShape<typeof english> = {
  'weather.add': 'إضافة الطقس',
  'weather.edit': 'تحرير الطقس',
  'weather.put-on': 'عرض',
  'weather.added': 'أُضيف الطقس. يُقرأ من جديد كل نصف ساعة.',
  'weather.look': 'المظهر',
  'weather.look.now': 'الآن',
  'weather.look.today': 'اليوم',
  'weather.look.days': 'خمسة أيام',
  'weather.town': 'مدينة الشاشة',
  'weather.town-hint': 'تخص الشاشة وتُحفظ فورًا.',
  'weather.other-town': 'مدينة أخرى',
  'weather.find-town': 'ابحث عن مدينة',
  'weather.towns-found': 'المدن التي عُثر عليها',
  'weather.no-town-found': 'لا مدينة بهذا الاسم. الأماكن الصغيرة ليست في القائمة: اختر أقرب مدينة.',
  'weather.towns-not-read': 'تعذّرت قراءة قائمة المدن. حاول مرة أخرى.',
  'weather.not-read': 'تُقرأ التوقعات الآن …',
  'weather.failed': 'تعذّرت قراءة التوقعات. ستعود تلقائيًا عندما يجيب المصدر.',
  'weather.no-source': 'لم يختر مشغّل هذا الخادم مصدرًا للطقس. اطلب منه أن يضبط WEATHER_SOURCE.',
  'weather.playlist': 'كل شاشة عليها قائمة التشغيل هذه تعرض طقس مدينتها.',
  'weather.temperature': 'درجة الحرارة',
  'weather.wind': 'الرياح',
  'weather.usual': 'كالمعتاد هناك',
  'weather.unit.celsius': '°م',
  'weather.unit.fahrenheit': '°ف',
}
