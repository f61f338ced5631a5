import type { SameShape } from '../../translate.ts'
import type { words as english } from '../en/screen-details.ts'

export const words: SameShape<typeof english> = {
  'screen-details.nothing': 'لم يُخبر الجهاز عن نفسه بشيء بعد.',
  'screen-details.picture': 'الصورة',
  'screen-details.turned': 'مُدارة {degrees}',
  'screen-details.films': 'الأفلام',
  'screen-details.no-films': 'يقول إنه لا يستطيع تشغيل أي فيلم.',
  'screen-details.no-sound': 'لا يسمح متصفحه بتشغيل الأفلام إلا دون صوت.',
  'screen-details.decoders': {
    zero: 'لا يشغّل أي فيلم ({count}).',
    one: 'يشغّل فيلمًا واحدًا في وقت واحد ({count}). في التخطيط تشغّل الأفلام منطقة واحدة.',
    two: 'يشغّل فيلمين في وقت واحد ({count}). في التخطيط تشغّل الأفلام منطقة واحدة على كل أجهزة الشاشة.',
    few: 'يشغّل {count} أفلام في وقت واحد. في التخطيط تشغّل الأفلام منطقة واحدة على كل أجهزة الشاشة.',
    many: 'يشغّل {count} فيلمًا في وقت واحد. في التخطيط تشغّل الأفلام منطقة واحدة على كل أجهزة الشاشة.',
    other: 'يشغّل {count} فيلم في وقت واحد. في التخطيط تشغّل الأفلام منطقة واحدة على كل أجهزة الشاشة.',
  },
  'screen-details.decoders-unknown':
    'لا يُعرف كم فيلمًا يشغّل في وقت واحد، فيُحسب واحدًا. في التخطيط تشغّل الأفلام منطقة واحدة.',
  'screen-details.storage': 'التخزين',
  'screen-details.room': 'بقي {left}، والمشغول {used}',
  'screen-details.kept': 'لا يمسحه متصفحه من تلقاء نفسه.',
  'screen-details.may-be-cleared': 'قد يمسحه متصفحه إذا ضاقت مساحة الجهاز.',
  'screen-details.unsaid': 'لا يذكر متصفحه ذلك.',
  'screen-details.files': 'ملفات العرض المحفوظة عليه: {kept} من {of}',
  'screen-details.memory': 'الذاكرة',
  'screen-details.page-memory': 'تشغل الصفحة {size}',
  'screen-details.player': 'المشغّل',
  'screen-details.up': 'يعمل منذ {duration}',
  'screen-details.build': 'الإصدار {build}',
  'screen-details.browser': 'المتصفح',
  'screen-details.clock': 'الساعة',
  'screen-details.clock-right': 'مضبوطة',
  'screen-details.clock-slow': 'متأخرة {duration}. العرض يتبع ساعة الخادم.',
  'screen-details.clock-fast': 'متقدمة {duration}. العرض يتبع ساعة الخادم.',
  'screen-details.first-seen': 'شوهد أول مرة',
}
