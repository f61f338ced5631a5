import type { ComponentProps } from 'react'
import { ErrorBox } from '../ui/error-box.tsx'
import styles from './form.module.css'
import type { Form } from './use-form.ts'

/** The part of a form that does not depend on its values. */
export type AnyForm = Pick<Form<never>, 'element' | 'isBusy' | 'problem' | 'refusals' | 'submit'>

type Props = Omit<ComponentProps<'form'>, 'ref' | 'onSubmit' | 'noValidate'> & { form: AnyForm }

/** The form element. An error about the whole form is shown above its fields. */
export function FormBody({ form, className = styles.form, children, ...rest }: Props) {
  return (
    <form ref={form.element} className={className} onSubmit={form.submit} noValidate {...rest}>
      {form.problem && <ErrorBox key={form.refusals} message={form.problem.words} />}
      {children}
    </form>
  )
}
