first() {
  echo "}" '}' $'\'}' \} "${x:-}}" "$(echo "}")" `echo }`
  echo "${y#'}'}" ${z/\}/\{} $# # } a comment with ' in it
  case $x in
    a) echo } ;;
    (b) x=$(case $y in c) echo ")" ;; esac) ;;
  esac
  (( x = 1 << 2 )) && y=$(( x << 3 )) z=( { } '#' ) <<< "}"
  echo a#b {a,b}
}
second() {
  cat <<-'ONE' <<"TWO" && cat << \THREE
	}
	ONE
 ONE
ONE
none() {
}
TWO
}
THREE
  echo second
}
text='
none() {
'
cat <<EOF
none() {
}
EOF
third() { echo third; }
cat <<END
none() {
}
