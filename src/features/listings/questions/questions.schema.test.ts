import { describe, expect, test } from 'vitest'
import { createQuestion } from '../../../../test/fixtures/questions.ts'
import { writtenQuestion } from '../portal/questions/QuestionForm.tsx'
import { libraryKeys, questionFromLibrary } from './questionLibrary.ts'
import { Questions, readQuestions } from './questions.schema.ts'

const isAccepted = (...questions: unknown[]) => Questions.safeParse(questions).success

describe('the questions of a listing', () => {
  test('can be all of the library at once', () => {
    expect(isAccepted(...libraryKeys.map(questionFromLibrary))).toBe(true)
  })

  test.each([
    ['more than five', Array.from({ length: 6 }, (_, n) => createQuestion({ text: `Question ${n}` }))],
    ['the same one twice', [createQuestion(), createQuestion({ text: 'IS YOUR FINANCE ARRANGED?' })]],
    ['one without words', [createQuestion({ text: '  ' })]],
    ['one that is too long', [createQuestion({ text: 'x'.repeat(121) })]],
    ['one of two lines', [createQuestion({ text: 'One\nTwo' })]],
    ['a choice of one answer', [createQuestion({ type: 'choice', choices: ['Yes'] })]],
    ['a choice of nine answers', [createQuestion({ type: 'choice', choices: [...'123456789'] })]],
    ['a choice between equal answers', [createQuestion({ type: 'choice', choices: ['Yes', 'Yes'] })]],
    ['answers to choose from for a text', [createQuestion({ type: 'text', choices: ['Yes', 'No'] })]],
    ['unknown fields', [{ ...createQuestion(), html: '<b>' }]],
    ['an unknown key of the library', [{ ...createQuestion(), libraryKey: 'budget' }]],
  ])('cannot be %s', (_what, questions) => {
    expect(isAccepted(...questions)).toBe(false)
  })

  test('that are stored but not valid any more are not asked', () => {
    expect(readQuestions(null)).toEqual([])
    expect(readQuestions([{ text: 'Old' }])).toEqual([])
  })
})

test('a question of the library keeps its meaning with other words or with other answers, and not with both', () => {
  const before = questionFromLibrary('finance')
  const choices = before.choices.join('\n')
  const fields = { ...before, text: 'Do you have finance?', choices }
  expect(writtenQuestion(before, fields)).toEqual({ ...before, text: 'Do you have finance?' })
  const answers = ' Pre-approved \n\nNot yet'
  expect(writtenQuestion(before, { ...fields, text: before.text, choices: answers })).toEqual({
    ...before,
    choices: ['Pre-approved', 'Not yet'],
  })
  expect(writtenQuestion(before, { ...fields, choices: answers })).toMatchObject({ libraryKey: null })
  expect(writtenQuestion(before, { ...fields, type: 'yes_no' })).toMatchObject({ choices: [], libraryKey: null })
})
