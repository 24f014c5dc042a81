import type { Json } from '@nemus/contract';
import type { z } from 'zod';

type IsAny<T> = 0 extends 1 & T ? true : false;
type IsUnknown<T> = unknown extends T ? true : false;

/**
 * The part of `Checked` that a value of the database's type can be; `never` where a column does not exist or has
 * another type. A schema may exclude null: PostgreSQL reports all columns of views as nullable.
 */
export type Possible<Checked, Column> = true extends IsAny<Column> | IsUnknown<Checked>
  ? Checked
  : unknown extends Column
    ? Checked
    : Exclude<Json, null> extends Column
      ? Checked
      : Checked extends null | undefined
        ? Checked
        : Checked extends readonly (infer Item)[]
          ? NonNullable<Column> extends readonly (infer Cell)[]
            ? Possible<Item, Cell>[]
            : never
          : Checked extends object
            ? {
                [Name in keyof Checked]: Name extends keyof NonNullable<Column>
                  ? Possible<Checked[Name], NonNullable<Column>[Name]>
                  : never;
              }
            : Checked extends NonNullable<Column>
              ? Checked
              : never;

/** Adds nothing for a schema that fits the selected columns; otherwise a property that it does not have. */
export type Fitting<S extends z.ZodType, Row> =
  z.input<S> extends Possible<z.input<S>, Row>
    ? unknown
    : { readonly 'does not fit the columns': Possible<z.input<S>, Row> };
