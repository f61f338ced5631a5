import type { SameShape } from '../../translate.ts'
import type { words as english } from '../en/why-panel.ts'

export const words: SameShape<typeof english> = {
  'why.asleep': 'الأجهزة معتمة الآن لأن الوقت خارج ساعات عمل الشاشة. تعود {time}.',
  'why.title': 'لماذا؟',
  'why.full.broken': {
    zero: 'أبلغت {few} من {count} شاشة أنه لا يمكن عرضه عليها.',
    one: 'أبلغت الشاشة أنه لا يمكن عرضه عليها ({few}).',
    two: 'أبلغت {few} من شاشتين أنه لا يمكن عرضه عليها.',
    few: 'أبلغت {few} من {count} شاشات أنه لا يمكن عرضه عليها.',
    many: 'أبلغت {few} من {count} شاشة أنه لا يمكن عرضه عليها.',
    other: 'أبلغت {few} من {count} شاشة أنه لا يمكن عرضه عليها.',
  },
  'why.full.no-room': {
    zero: 'لا تتسع {few} من {count} شاشة لكل الملفات. وبلا شبكة قد لا يُعرض هذا عليها.',
    one: 'لا تتسع الشاشة لكل الملفات ({few}). وبلا شبكة قد لا يُعرض هذا عليها.',
    two: 'لا تتسع {few} من شاشتين لكل الملفات. وبلا شبكة قد لا يُعرض هذا عليها.',
    few: 'لا تتسع {few} من {count} شاشات لكل الملفات. وبلا شبكة قد لا يُعرض هذا عليها.',
    many: 'لا تتسع {few} من {count} شاشة لكل الملفات. وبلا شبكة قد لا يُعرض هذا عليها.',
    other: 'لا تتسع {few} من {count} شاشة لكل الملفات. وبلا شبكة قد لا يُعرض هذا عليها.',
  },
  'why.fact.schedule': 'الجدول',
  'why.fact.next': 'يعود',
  'why.fact.fault': '{name} ({fault})',
  'why.fault.missing': 'الملف غير موجود',
  'why.fault.unreachable': 'لا رد من عنوانه',
  'why.fault.unshowable': 'لا يمكن تشغيله هناك',
  'why.mend.schedule': 'تغيير جدوله',
  'why.mend.schedule-of': 'تغيير جدول «{title}»',
  'why.mend.show': 'إظهاره',
  'why.mend.address': 'تغيير العنوان',
  'why.mend.screens': 'النظر إلى الشاشات',
  'why.mend.loop': 'كم يرى الناس من العرض؟',
  'why.mend.go-to': 'الانتقال إلى «{title}»',
}
