#!/bin/bash
# shellcheck disable=SC2034

one() {
  echo one
}
function two { echo two; }
function three() {  # a comment {
  echo three
} >&2
four ()

# between
{
  inner() { echo inner; }
  inner
}
if true; then
  five.six() (
    cd / && ls
  )
  seven-eight::nine () { :; }; after=1
fi
function ten
(
  echo ten
) || exit
eleven() ((x++))
array=()
twelve() echo "no body in braces"
case $1 in
  start) one ;;
  {) echo ;;
esac
two "$@"
