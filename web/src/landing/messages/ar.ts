import type { SameShape } from '../../ui/i18n/translate.ts'
import type { en } from './en.ts'

export const ar: SameShape<typeof en> = {
  'product.name': 'Placard',
  'nav.home': 'الرئيسية',
  'hero.lead': 'صورك وأفلامك وإعلاناتك على كل شاشات قسمك.',
  'hero.sign-up': 'إنشاء حساب',
  'hero.log-in': 'تسجيل الدخول',
  'services.heading': 'خدماتنا',
  'services.web.title': 'تطوير المواقع',
  'services.web.text': 'مواقع تُفتح فورًا، وتُقرأ بوضوح على كل جهاز، وتبقى ملكًا لك.',
  'services.display.title': 'الشاشات الإلكترونية',
  'services.display.text': 'إعلانات وصور وأفلام على شاشات مبناك، تغيّرها من أي هاتف.',
  'services.print.title': 'الطباعة السحابية',
  'services.print.text': 'اطبع من أي مكان واستلم حيث أنت: بلا برامج تعريف ولا انتظار.',
  'services.app.title': 'تطوير التطبيقات',
  'services.app.text': 'تطبيقات للهواتف والمكاتب، نصنعها مع من سيستخدمها كل يوم.',
}
