declare const brand: unique symbol;

/**
 * The gate's proof that one exact call may run. Made, redeemed and checked by `gate/permit.ts`
 * alone; every port that reads for the model, writes or runs demands one.
 */
export interface Permit {
  readonly [brand]: "permit";
  readonly id: string;
}
