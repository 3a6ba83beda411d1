import { test } from 'vitest'
import { useFaultyApp } from '../support/faultyApp.ts'
import { outliveDatabase } from '../support/outliveDatabase.ts'

const app = useFaultyApp()

test('the line to the database silent: the process lives, says that it is not ready, and takes up its work again by itself', () =>
  outliveDatabase(app, 'silent'))
